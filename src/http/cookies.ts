import type { Context as KoaContext } from 'koa';
import type { AuthDeps, Cookies } from '../auth/context.ts';
import { DEVICE_MS } from '../auth/devices.ts';
import { GRANT_MS, isGranted } from '../auth/grants.ts';
import { CHALLENGE_MS } from '../auth/secondFactors/challenges.ts';
import { SESSION_MS, viewerOfSession } from '../auth/sessions.ts';
import type { Signer } from '../auth/signer.ts';
import { SIGN_ON_MS } from '../auth/singleSignOn/attempt.ts';
import { anonymous, type Viewer, type ViewerRows } from '../auth/viewer.ts';
import { AppError } from '../errors.ts';

/**
 * Returns the names of cookies. With TLS they begin with `__Host-`: browsers accept such a cookie only from
 * this exact host over TLS, so neither another subdomain nor a connection without TLS can set one.
 */
function namesFor(baseUrl: string) {
  const prefix = isTls(baseUrl) ? '__Host-' : '';
  return {
    session: `${prefix}footfall_session`,
    devices: `${prefix}footfall_devices`,
    challenge: `${prefix}footfall_challenge`,
    signOn: `${prefix}footfall_sign_on`,
    grant: (trackingId: string) => `${prefix}footfall_grant_${trackingId}`,
  };
}

const isTls = (baseUrl: string) => baseUrl.startsWith('https:');

/** Attributes of every cookie: scripts cannot read it, and requests from other websites do not carry it. */
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

/** Whether a request has a session cookie. The session may have ended. */
export const hasSession = (ctx: KoaContext, baseUrl: string): boolean =>
  Boolean(ctx.cookies.get(namesFor(baseUrl).session));

/** Returns the interface through which resolvers set the cookies of a response. */
export function cookiesOf(ctx: KoaContext, baseUrl: string): Cookies {
  const set = (name: string, value: string, maxAge: number) => {
    // Against login CSRF: another website must not sign people in to an account that is not theirs.
    if (!isFromOurPage(ctx, baseUrl))
      throw new AppError('forbidden', 'This request must come from a page of this server.');
    // Behind a proxy that terminates TLS, this connection is not secure; BASE_URL says whether the
    // browser's connection is.
    ctx.cookies.secure = true;
    ctx.cookies.set(name, value, options(baseUrl, maxAge));
  };
  const names = namesFor(baseUrl);
  return {
    session(token) {
      set(names.session, token ?? '', token === null ? 0 : SESSION_MS);
      // GraphiQL stores its tabs there, which can contain data of the account. Not "cookies": that would
      // delete the cookies of all subdomains. Not "cache": responses that depend on a session are never
      // cached, and browsers take seconds to delete a large cache.
      if (token === null) ctx.set('Clear-Site-Data', '"storage"');
    },
    grant: (trackingId, grant) => set(names.grant(trackingId), grant, GRANT_MS),
    challenge: (value) => set(names.challenge, value ?? '', value === null ? 0 : CHALLENGE_MS),
    givenChallenge: () => ctx.cookies.get(names.challenge) ?? '',
    signOn: (value) => set(names.signOn, value ?? '', value === null ? 0 : SIGN_ON_MS),
    givenSignOn: () => ctx.cookies.get(names.signOn) ?? '',
    devices: () => ctx.cookies.get(names.devices) ?? '',
    remember: (devices) => set(names.devices, devices, DEVICE_MS),
  };
}

/** State of a route to which other servers send people back. */
export interface ReturnState {
  /** Whether the route itself checks that the person's browser has started what the request finishes. */
  checksItsBrowser?: boolean;
}

/**
 * Whether a page of this server sent the request, so that the request may use its cookies. Browsers send
 * `Sec-Fetch-Site`; older ones send only `Origin`.
 */
function isFromOurPage(ctx: KoaContext, baseUrl: string): boolean {
  if ((ctx.state as ReturnState).checksItsBrowser) return true;
  const site = ctx.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = ctx.get('origin');
  return origin === '' || origin === new URL(baseUrl).origin || origin === `${ctx.protocol}://${ctx.host}`;
}

/**
 * Identifies the viewer by the cookies of a request.
 * @returns the anonymous viewer if there are no cookies, or if a page of another website sent the request.
 */
export async function viewerOfCookies(
  ctx: KoaContext,
  deps: AuthDeps,
  signer: () => Promise<Signer>,
  rows: Pick<ViewerRows, 'sessions' | 'members' | 'teams'>,
): Promise<Viewer> {
  const cookies = ctx.get('cookie');
  if (!cookies.includes('footfall_') || !isFromOurPage(ctx, deps.config.baseUrl)) return anonymous;
  const names = namesFor(deps.config.baseUrl);
  const token = ctx.cookies.get(names.session);
  const opened = await signer();
  const viewer = token ? await viewerOfSession(token, opened, rows, deps) : anonymous;
  if (!cookies.includes('footfall_grant_')) return viewer;
  return {
    ...viewer,
    opens: (website) => {
      const grant = ctx.cookies.get(names.grant(website.trackingId));
      return grant !== undefined && isGranted(grant, website, opened, deps.now());
    },
  };
}
