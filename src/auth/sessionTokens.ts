import type { Transaction } from '../db/database.ts';
import { unauthenticated } from '../errors.ts';
import type { AuthContext } from './context.ts';
import type { Signer } from './signer.ts';
import { isPerson } from './viewer.ts';

const TOKEN_BYTES = 32;

/** A new token, which only the cookie contains, and the id of its session. */
export interface SessionToken {
  token: string;
  id: string;
}

/** The id of the session of a token. The token itself is not stored. */
export const sessionIdOf = (signer: Signer, token: string): string => signer.sign('session', token);

export async function newSessionToken({
  random,
  signer,
}: Pick<AuthContext, 'random' | 'signer'>): Promise<SessionToken> {
  const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
  return { token, id: sessionIdOf(await signer(), token) };
}

/**
 * Gives the viewer's session another token, because the person proved the identity again: a token that leaked
 * before is then worthless.
 * @param token the new one, of `newSessionToken`.
 * @param confirms whether the session may perform protected actions from now on.
 * @returns a function to call after the commit. It sets the cookie.
 * @throws AppError `unauthenticated` if the session has ended.
 */
export async function renewSession(
  tx: Transaction,
  { token, id }: SessionToken,
  confirms: boolean,
  context: AuthContext,
): Promise<() => void> {
  const { viewer, now, cookies } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  const data = { id, ...(confirms && { confirmedAt: new Date(now()) }) };
  const { count } = await tx.session.updateMany({ where: { id: viewer.session }, data });
  if (count === 0) throw unauthenticated();
  return () => {
    cookies.session(token);
    // The rest of this operation has the rights of the session.
    context.viewer = { ...viewer, session: id };
  };
}
