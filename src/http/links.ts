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

/** A request that identifies two viewers, one of whom may see more. */
export const linkAndKey = () =>
  new AppError('bad_request', `A request must have either Authorization or ${TOKEN}; got both.`);
