import { hash } from 'node:crypto';
import { z } from 'zod';
import { AppError, invalid, unauthenticated } from '../../errors.ts';
import { limitKey } from '../../validation/address.ts';
import { oneOf, optional, parseInput, required, text } from '../../validation/rules.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { sayUnknown } from '../securityLog.ts';
import { isPerson } from '../viewer.ts';
import { callbackUrl, keepAttempt, SIGN_ON_PURPOSES, type SignOnPurpose } from './attempt.ts';
import { openIdClient } from './connections.ts';
import { problemOf } from './identify.ts';

const SECRET_BYTES = 32;
/** Maximum number of logins that a client starts in 15 minutes: a company can share one address. */
const MAX_STARTS = 300;

const input = z.object({
  provider: required(text(30)),
  purpose: oneOf(Object.keys(SIGN_ON_PURPOSES) as SignOnPurpose[]),
  invitation: optional(text(100)),
  next: optional(text(500)),
});

/**
 * Starts a login with an identity provider. The answer sets a cookie, without which nobody can finish it.
 * @param args `provider`, `purpose`; optionally the token of an `invitation`, and `next`, the path to return
 *   to; unchecked.
 * @returns the address of the provider to which the browser has to go.
 * @throws AppError `invalid`; `unauthenticated` to connect or confirm without a session; `unavailable` if the
 *   provider cannot be reached; `too_many_requests`; ConfirmationRequired to connect.
 */
export async function startSingleSignOn(args: object, context: AuthContext): Promise<string> {
  const { viewer, config, random, now, attempts, address } = context;
  const { provider: id, purpose, invitation = null, next = null } = parseInput(input, args);
  const provider = config.identityProviders.find((one) => one.id === id);
  if (!provider) throw invalid({ provider: ['Must be the name of an identity provider of this server.'] });
  const session = purpose === 'log_in' ? null : isPerson(viewer) ? viewer.session : undefined;
  if (session === undefined) throw unauthenticated();
  if (purpose === 'link') await requireConfirmation(context);
  await attempts.spend(`single sign-on from ${limitKey(address)}`, MAX_STARTS);
  const configuration = await context.providers.connect(provider).catch(async (error: unknown) => {
    const { message: reason } = await problemOf(error);
    sayUnknown(context, 'single_sign_on_failed', { provider: id, reason });
    throw new AppError('unavailable', 'The identity provider cannot be reached. Try again later.');
  });
  const secret = () => Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const [state, nonce, verifier] = [secret(), secret(), secret()];
  const parameters = {
    redirect_uri: callbackUrl(config.baseUrl, provider),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    // The person has to log in to the provider again, also with a session there.
    ...(purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
  };
  const { buildAuthorizationUrl } = await openIdClient();
  const url = buildAuthorizationUrl(configuration, parameters);
  const secrets = { state, nonce, verifier };
  await keepAttempt(
    { provider: id, purpose, ...secrets, session, invitation, next, startedAt: now() },
    context,
  );
  return url.href;
}
