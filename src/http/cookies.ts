import type { Context as KoaContext } from 'koa';
import { DEVICE_MS } from '../auth/devices.ts';
import type { Cookies, Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { anonymous, type Viewer } from '../resolvers/access.ts';
import { GRANT_MS, isGranted } from '../resolvers/grants.ts';
import type { Signer } from '../resolvers/secret.ts';
import { SESSION_MS, viewerOfSession } from '../resolvers/sessions.ts';

const SESSION = 'footfall_session';
const GRANT = 'footfall_grant_';
const DEVICES = 'footfall_devices';

/** Settings of every cookie: no script reads them, and no other website's request carries them. */
function options(baseUrl: string, maxAge: number) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    path: '/',
    overwrite: true,
    maxAge,
  } as const;
}

/** What resolvers give a browser to keep, as cookies of an answer. */
export function cookiesOf(ctx: KoaContext, baseUrl: string): Cookies {
  // Behind a proxy that ends TLS the connection itself is not secure; BASE_URL says what the browser's is.
  ctx.cookies.secure = true;
  const set = (name: string, value: string, maxAge: number) => {
    // Another website must not log somebody in either: they would go on in an account that is not theirs.
    if (!isFromOurPage(ctx, baseUrl))
      throw new AppError('forbidden', 'Only a page of this server can do that.');
    ctx.cookies.set(name, value, options(baseUrl, maxAge));
  };
  return {
    session: (token) => set(SESSION, token ?? '', token === null ? 0 : SESSION_MS),
    grant: (trackingId, grant) => set(GRANT + trackingId, grant, GRANT_MS),
    get devices() {
      return ctx.cookies.get(DEVICES) ?? '';
    },
    remember: (devices) => set(DEVICES, devices, DEVICE_MS),
  };
}

/**
 * Whether a page of ours sends the request: then it may act for the person whose cookies it carries. Browsers say so by themselves;
 * older ones only where it comes from.
 */
function isFromOurPage(ctx: KoaContext, baseUrl: string): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = ctx.get('origin');
  return origin === '' || origin === new URL(baseUrl).origin || origin === `${ctx.protocol}://${ctx.host}`;
}

/**
 * The viewer behind the cookies of a request.
 * @returns anonymous where it has none, or another website's page sends it.
 */
export async function viewerOfCookies(
  ctx: KoaContext,
  deps: Deps,
  signer: () => Promise<Signer>,
): Promise<Viewer> {
  const cookies = ctx.get('cookie');
  if (!cookies.includes('footfall_') || !isFromOurPage(ctx, deps.config.baseUrl)) return anonymous;
  const token = ctx.cookies.get(SESSION);
  const opened = await signer();
  const viewer = token ? await viewerOfSession(token, opened, deps) : anonymous;
  if (!cookies.includes(GRANT)) return viewer;
  return {
    ...viewer,
    opens: (website) => {
      const grant = ctx.cookies.get(GRANT + website.trackingId);
      return grant !== undefined && isGranted(grant, website, opened, deps.now());
    },
  };
}
