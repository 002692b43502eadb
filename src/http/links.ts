import type { Context as KoaContext } from 'koa';
import type { LinkHeaders } from '../auth/sharedLinks.ts';
import { AppError } from '../errors.ts';

/** The header with the token of a shared link. */
const TOKEN = 'Footfall-Link';
/** The header with the proof that its password was given (`unlockSharedLink`). */
const GRANT = 'Footfall-Link-Grant';

/** Returns the shared link of a request; undefined for a request without one. */
export function linkHeaders(ctx: KoaContext): LinkHeaders | undefined {
  const token = ctx.get(TOKEN);
  return token === '' ? undefined : { token, grant: ctx.get(GRANT) };
}

/** Returns the shared link in the query parameter `link`. It has no proof of a password. */
export function linkParameter({ query: { link } }: KoaContext): LinkHeaders | undefined {
  return typeof link === 'string' && link !== '' ? { token: link, grant: '' } : undefined;
}

/** A request that identifies two viewers, one of whom may see more. */
export const linkAndKey = () =>
  new AppError('bad_request', `A request must have either Authorization or the shared link; got both.`);
