import { z } from 'zod';
import type { IdentityProvider } from '../../validation/identityProviders.ts';
import type { AuthContext } from '../context.ts';

/** The address to which the provider sends the person back. It must be registered there. */
export const callbackUrl = (baseUrl: string, { id }: Pick<IdentityProvider, 'id'>): string =>
  `${baseUrl}/oidc/${id}/callback`;

/** How long a person may take to log in to the provider. */
export const SIGN_ON_MS = 10 * 60_000;

/** What a login with an identity provider is for, with descriptions. */
export const SIGN_ON_PURPOSES = {
  log_in: 'Logs in, and joins a team with an invitation or by the settings of the server.',
  link: 'Connects the identity with the account of the session.',
  confirm: 'Confirms the session, as `confirmPassword` does.',
} as const;

export type SignOnPurpose = keyof typeof SIGN_ON_PURPOSES;

const attemptSchema = z.object({
  /** `IdentityProvider.id`. */
  provider: z.string(),
  purpose: z.enum(Object.keys(SIGN_ON_PURPOSES) as [SignOnPurpose]),
  /** Binds the answer to the browser. */
  state: z.string(),
  /** Binds the ID token to this attempt. */
  nonce: z.string(),
  /** The code verifier of PKCE. */
  verifier: z.string(),
  /** The id of the session that is to be connected or confirmed. */
  session: z.string().nullable(),
  /** The token of the invitation to accept. */
  invitation: z.string().nullable(),
  /** The path of the page to return to. */
  next: z.string().nullable(),
  /** Unix milliseconds. */
  startedAt: z.number(),
});

/** A login that a person has started, and the secrets with which its answer is checked. */
export type SignOnAttempt = z.output<typeof attemptSchema>;

const PURPOSE = 'single sign-on';

/**
 * Keeps an attempt in an encrypted cookie of the browser. The server stores nothing, so any number of clients
 * can start one, and any instance can finish it. A new attempt replaces the one before.
 */
export async function keepAttempt(attempt: SignOnAttempt, { cookies, signer }: AuthContext): Promise<void> {
  cookies.signOn((await signer()).encrypt(PURPOSE, JSON.stringify(attempt)));
}

/** Returns the attempt of the request's browser, and deletes its cookie; null if there is none in time. */
export async function takeAttempt({ cookies, signer, now }: AuthContext): Promise<SignOnAttempt | null> {
  const given = cookies.givenSignOn();
  if (given === '') return null;
  cookies.signOn(null);
  const text = (await signer()).decrypt(PURPOSE, given);
  const attempt = text === null ? null : attemptSchema.parse(JSON.parse(text));
  const age = attempt && now() - attempt.startedAt;
  return age !== null && age >= 0 && age < SIGN_ON_MS ? attempt : null;
}
