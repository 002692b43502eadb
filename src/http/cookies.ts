import type { Context as KoaContext } from 'koa';
import { DEVICE_MS } from '../auth/devices.ts';
import { GRANT_MS, isGranted } from '../auth/grants.ts';
import { SESSION_MS, viewerOfSession } from '../auth/sessions.ts';
import type { Signer } from '../auth/signer.ts';
import { anonymous, type Viewer } from '../auth/viewer.ts';
import type { Cookies, Deps } from '../context.ts';
import { AppError } from '../errors.ts';

/**
 * The names of cookies. With TLS they begin with `__Host-`: browsers take such a cookie only from this very
 * host over TLS, so that neither another subdomain nor a connection without TLS can plant one.
 */
function namesFor(baseUrl: string) {
  const prefix = isTls(baseUrl) ? '__Host-' : '';
  return {
    session: `${prefix}footfall_session`,
    devices: `${prefix}footfall_devices`,
    grant: (trackingId: string) => `${prefix}footfall_grant_${trackingId}`,
  };
}

const isTls = (baseUrl: string) => baseUrl.startsWith('https:');

/** Settings of every cookie: no script reads them, and no other website's request carries them. */
function options(baseUrl: string, maxAge: number) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: isTls(baseUrl),
    path: '/',
    overwrite: true,
    maxAge,
  } as const;
}

/** What resolvers give a browser to keep, as cookies of an answer. */
export function cookiesOf(ctx: KoaContext, baseUrl: string): Cookies {
  const set = (name: string, value: string, maxAge: number) => {
    // Another website must not log somebody in either: they would go on in an account that is not theirs.
    if (!isFromOurPage(ctx, baseUrl))
      throw new AppError('forbidden', 'Only a page of this server can do that.');
    // Behind a proxy that ends TLS the connection itself is not secure; BASE_URL says what the browser's is.
    ctx.cookies.secure = true;
    ctx.cookies.set(name, value, options(baseUrl, maxAge));
  };
  const names = namesFor(baseUrl);
  return {
    session(token) {
      set(names.session, token ?? '', token === null ? 0 : SESSION_MS);
      // GraphiQL keeps its tabs there, with the API keys in their headers. Not "cookies": that would delete
      // those of all subdomains. Not "cache": what depends on a session is never kept, and browsers take
      // seconds to delete a large cache.
      if (token === null) ctx.set('Clear-Site-Data', '"storage"');
    },
    grant: (trackingId, grant) => set(names.grant(trackingId), grant, GRANT_MS),
    devices: () => ctx.cookies.get(names.devices) ?? '',
    remember: (devices) => set(names.devices, devices, DEVICE_MS),
  };
}

/**
 * Whether a page of ours sends the request: then it may act for the person whose cookies it carries. Browsers
 * say so by themselves; older ones only where it comes from.
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
  const names = namesFor(deps.config.baseUrl);
  const token = ctx.cookies.get(names.session);
  const opened = await signer();
  const viewer = token ? await viewerOfSession(token, opened, deps) : anonymous;
  if (!cookies.includes('footfall_grant_')) return viewer;
  return {
    ...viewer,
    opens: (website) => {
      const grant = ctx.cookies.get(names.grant(website.trackingId));
      return grant !== undefined && isGranted(grant, website, opened, deps.now());
    },
  };
}
