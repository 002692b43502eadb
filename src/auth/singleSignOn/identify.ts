import type { IDToken } from 'openid-client';
import type { IdentityProvider } from '../../validation/identityProviders.ts';
import type { AttemptLimits } from '../attempts.ts';
import type { AuthContext } from '../context.ts';
import { callbackUrl, type SignOnAttempt } from './attempt.ts';
import { openIdClient } from './connections.ts';
import { type Claims, type ProvidedPerson, personOf } from './person.ts';
import { SignOnError } from './problems.ts';

/** Limits of answers that are not valid, which cannot be guessed: only those of one address. */
const LIMITS: AttemptLimits = {
  pair: 30,
  slowFrom: Number.POSITIVE_INFINITY,
  lock: Number.POSITIVE_INFINITY,
};

/** How much later than the provider's own login its ID token may be, beyond the time since the start. */
const RECENT_S = 60;

/** Codes of errors of the library (`oauth4webapi`) after which the provider does not work as it must. */
const UNAVAILABLE = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** Converts an error of the library. Texts of the provider are neither shown nor logged. */
export async function problemOf(error: unknown): Promise<SignOnError> {
  if (error instanceof SignOnError) return error;
  const { AuthorizationResponseError, ResponseBodyError, ClientError } = await openIdClient();
  if (error instanceof AuthorizationResponseError) {
    const isDown = ['server_error', 'temporarily_unavailable'].includes(error.error);
    if (isDown) return new SignOnError('unavailable', error.error);
    return error.error === 'access_denied'
      ? new SignOnError('denied', error.error)
      : new SignOnError('failed', 'the provider answered with an error');
  }
  if (error instanceof ResponseBodyError)
    return error.status >= 500
      ? new SignOnError('unavailable', `status ${error.status}`)
      : new SignOnError('failed', `status ${error.status}`);
  if (error instanceof ClientError) {
    const { code = 'unknown' } = error;
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new SignOnError('clock', code);
    return new SignOnError(UNAVAILABLE.includes(code) ? 'unavailable' : 'failed', code);
  }
  // `fetch` throws a TypeError if the server cannot be reached.
  if (error instanceof TypeError) return new SignOnError('unavailable', 'no connection');
  throw error;
}

/**
 * Checks the answer of a provider, as one attempt: its state, the code with the code verifier, and the
 * signature, issuer, audience, times and nonce of the ID token.
 * @param search the query of the callback's address.
 * @throws SignOnError; TooManyAttempts.
 */
export async function identify(
  provider: IdentityProvider,
  search: string,
  attempt: SignOnAttempt,
  context: AuthContext,
): Promise<ProvidedPerson> {
  const { attempts, address } = context;
  let failure: SignOnError | undefined;
  const check = async () => {
    try {
      return await askProvider(provider, search, attempt, context);
    } catch (error) {
      failure = await problemOf(error);
      // Neither is an attempt of somebody who tries out answers.
      if (failure.problem === 'unavailable' || failure.problem === 'denied') throw failure;
      return null;
    }
  };
  const person = await attempts.guess('single sign-on', { address, device: null }, check, {
    limits: LIMITS,
    refusal: 'Too many failed logins.',
  });
  if (person) return person;
  throw failure;
}

async function askProvider(
  provider: IdentityProvider,
  search: string,
  { purpose, state, nonce, verifier, startedAt }: SignOnAttempt,
  { config, providers, now }: AuthContext,
): Promise<ProvidedPerson> {
  const client = await openIdClient();
  const configuration = await providers.connect(provider);
  const url = new URL(callbackUrl(config.baseUrl, provider));
  url.search = search;
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  });
  const claims = tokens.claims() as IDToken;
  if (purpose === 'confirm') requireRecent(claims, now() - startedAt);
  const { email, [provider.groupsClaim]: groups } = claims;
  const isComplete = email !== undefined && (provider.groups.size === 0 || groups !== undefined);
  if (purpose !== 'log_in' || isComplete || !configuration.serverMetadata().userinfo_endpoint)
    return personOf(claims as Claims, provider);
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return personOf({ ...more, ...claims } as Claims, provider);
}

/** Compares times of the provider only, because its clock may differ. */
function requireRecent({ auth_time: loggedInAt, iat }: IDToken, elapsedMs: number): void {
  if (loggedInAt === undefined) throw new SignOnError('not_recent', 'no auth_time');
  if (iat - loggedInAt > elapsedMs / 1_000 + RECENT_S) throw new SignOnError('not_recent', 'old auth_time');
}
