import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { SecondFactor } from '../../generated/prisma/client.ts';
import type { AuthContext } from '../context.ts';
import { CHALLENGE_MS, issueChallenge, takeChallenge } from './challenges.ts';

/** EdDSA, ES256 and RS256, which every supported version of Node verifies. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded by the first passkey, because it is large. */
const webauthn = () => import('./webauthn.ts');

/** The data of a passkey, as SecondFactor has it. */
type PasskeyData = Pick<SecondFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Maximum length of an answer of a browser, as JSON. */
export const MAX_ANSWER = 20_000;

const answerSchema = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

/**
 * Returns the relying party: the host of BASE_URL, to which browsers bind passkeys, and its origin.
 * @throws AppError `bad_request` for an IP address, for which browsers create no passkeys.
 */
function relyingParty(config: Pick<Config, 'baseUrl'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(config.baseUrl);
  if (!canUsePasskeys(config))
    throw new AppError('bad_request', 'Passkeys require a host name in BASE_URL; it has an IP address.');
  return { rpID: hostname, origin };
}

/** Whether browsers accept passkeys for the host of BASE_URL. They do not for an IP address. */
export function canUsePasskeys({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  const { hostname } = new URL(baseUrl);
  return !hostname.startsWith('[') && isIP(hostname) === 0;
}

const transportsOf = ({ transports }: Pick<PasskeyData, 'transports'>) =>
  (transports ?? '').split(' ').filter(Boolean);

const descriptors = (factors: readonly PasskeyData[]) =>
  factors.flatMap((factor) =>
    factor.credentialId ? [{ id: factor.credentialId, transports: transportsOf(factor) }] : [],
  );

/**
 * Creates the options to register a passkey.
 * @param purpose of the challenge.
 * @param factors the factors of the account, whose authenticators cannot be registered again.
 * @returns `PublicKeyCredentialCreationOptionsJSON` as text.
 */
export async function registrationOptions(
  purpose: string,
  { accountId, email, factors }: { accountId: number; email: string; factors: readonly SecondFactor[] },
  context: AuthContext,
): Promise<string> {
  const { rpID } = relyingParty(context.config);
  const { generateRegistrationOptions } = await webauthn();
  // Authenticators store it, so it must not tell anything about the person.
  const userID = Buffer.from((await context.signer()).sign('passkey user', String(accountId)), 'hex');
  const options = await generateRegistrationOptions({
    rpName: 'Footfall',
    rpID,
    userID: Uint8Array.from(userID),
    userName: email,
    userDisplayName: email,
    challenge: Buffer.from(await issueChallenge(purpose, context), 'base64url'),
    timeout: CHALLENGE_MS,
    excludeCredentials: descriptors(factors),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return JSON.stringify(options);
}

/**
 * Creates the options to log in with a passkey.
 * @param factors the passkeys of which one must be used; null for any passkey with which the browser can
 *   identify the account, after the authenticator has verified the person.
 * @returns `PublicKeyCredentialRequestOptionsJSON` as text.
 */
export async function authenticationOptions(
  purpose: string,
  factors: readonly SecondFactor[] | null,
  context: AuthContext,
): Promise<string> {
  const { rpID } = relyingParty(context.config);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Buffer.from(await issueChallenge(purpose, context), 'base64url'),
    timeout: CHALLENGE_MS,
    userVerification: factors ? 'discouraged' : 'required',
    ...(factors && { allowCredentials: descriptors(factors) }),
  });
  return JSON.stringify(options);
}

/** Parses the answer of a browser; null if it is none. */
function parseAnswer(text: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Runs a check of the library, which throws for every wrong answer but one with a wrong signature. */
async function checked<T>(check: () => Promise<T>, { log }: AuthContext): Promise<T | null> {
  return check().catch((error: unknown) => {
    // Shows, for example, that BASE_URL is not the address that the browser has.
    log.info({ reason: String(error).slice(0, 200) }, 'A passkey was refused');
    return null;
  });
}

/**
 * Checks the answer to `registrationOptions`.
 * @returns the passkey; null if the answer is wrong.
 */
export async function verifyRegistration(
  purpose: string,
  text: string,
  context: AuthContext,
): Promise<PasskeyData | null> {
  const answer = parseAnswer(text);
  const challenge = await takeChallenge(purpose, context);
  if (!answer || !challenge) return null;
  const { rpID, origin } = relyingParty(context.config);
  const { verifyRegistrationResponse } = await webauthn();
  const result = await checked(
    () =>
      verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    context,
  );
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter: BigInt(counter),
    transports: transports
      .filter((transport) => /^[a-z-]{1,20}$/.test(transport))
      .slice(0, 10)
      .join(' '),
  };
}

/**
 * Checks the answer to `authenticationOptions`, and records the use of the passkey.
 * @param accountId the account whose passkey it must be; null for any account.
 * @param verifiesPerson whether the authenticator must have verified the person, with a PIN or a fingerprint.
 * @returns the passkey; null if the answer is wrong. Of several requests with one answer, one is accepted.
 */
export async function acceptPasskey(
  purpose: string,
  text: string,
  { accountId, verifiesPerson }: { accountId: number | null; verifiesPerson: boolean },
  context: AuthContext,
): Promise<SecondFactor | null> {
  const { db, config, now } = context;
  const answer = parseAnswer(text);
  const challenge = await takeChallenge(purpose, context);
  if (!answer || !challenge) return null;
  const factor = await db.read.secondFactor.findUnique({ where: { credentialId: answer.id } });
  if (!factor || (accountId !== null && factor.accountId !== accountId)) return null;
  const { id, credentialId, publicKey, counter } = factor;
  if (credentialId === null || publicKey === null) return null;
  const { rpID, origin } = relyingParty(config);
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await checked(
    () =>
      verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: verifiesPerson,
        credential: {
          id: credentialId,
          publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
          counter: Number(counter),
        },
      }),
    context,
  );
  if (!result?.verified) return null;
  const { issuedAt } = challenge;
  const accepted = await db.write((tx) =>
    tx.secondFactor.updateMany({
      where: {
        id,
        // Another request may have used the passkey since it was read.
        counter,
        OR: [
          { lastChallengeAt: null },
          { lastChallengeAt: { lt: issuedAt } },
          // It was recorded before the clock was set back.
          { lastChallengeAt: { gt: new Date(now()) } },
        ],
      },
      data: {
        counter: BigInt(result.authenticationInfo.newCounter),
        lastChallengeAt: issuedAt,
        lastUsedAt: new Date(now()),
      },
    }),
  );
  return accepted.count === 1 ? factor : null;
}
