import type { IncomingMessage, RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context as KoaContext, type Middleware } from 'koa';
import { bearerToken } from '../auth/bearer.ts';
import { createBudgets } from '../auth/budget.ts';
import { createUseRecorder } from '../auth/lastUse.ts';
import { createRefusalLog } from '../auth/refusals.ts';
import { type LinkHeaders, viewerOfLink } from '../auth/sharedLinks.ts';
import { anonymous, authenticate, type Viewer, type ViewerRows } from '../auth/viewer.ts';
import { strangerName } from '../db/readQueue.ts';
import { AppError } from '../errors.ts';
import { GRAPHIQL_PATH, sendGraphiqlFile } from '../graphql/graphiql.ts';
import type { GraphqlOptions } from '../graphql/yoga.ts';
import { errorAnswers, thrownErrors } from '../http/answer.ts';
import { cookiesOf, hasSession, viewerOfCookies } from '../http/cookies.ts';
import { compressed, conditional } from '../http/delivery.ts';
import { createForeignHits } from '../http/foreignHits.ts';
import { answerHeaders, headerSetter, headerTable } from '../http/headers.ts';
import { createHits } from '../http/hits.ts';
import { lazy } from '../http/lazy.ts';
import { createLimit } from '../http/limit.ts';
import { linkAndKey, linkHeaders, linkParameter } from '../http/links.ts';
import { countRequests, type Measures } from '../http/measure.ts';
import { operatorRouter } from '../http/operator.ts';
import { createPages, missingPage } from '../http/pages.ts';
import { watchProxies } from '../http/proxies.ts';
import { createRefusalCounts } from '../http/refusalLog.ts';
import { hostRequired } from '../http/refused.ts';
import { requesterOf, timedRequester } from '../http/requester.ts';
import { type Route, routesOf } from '../http/routes.ts';
import { trackingRouter } from '../http/tracking.ts';
import { receivedBodies } from '../http/unreadBody.ts';
import { requireReadableQuery } from '../http/utf8.ts';
import { webRouter } from '../http/web.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { Live } from '../live/live.ts';
import { recentRows } from '../live/rows.ts';
import {
  type Context,
  type ContextReauthentication,
  createContext,
  createShared,
  type Deps,
  nowhere,
} from '../request/context.ts';
import { asksForCsv } from '../rest/csv.ts';
import { isUploadPath } from '../rest/imports.ts';
import { type RestState, signedIn } from '../rest/request.ts';
import { restRouter } from '../rest/router.ts';
import { pathsOf } from '../tracker/paths.ts';
import { clientAddress, limitKey } from '../validation/address.ts';
import { proxyProblem } from '../validation/proxies.ts';
import { measuresOf, noMetrics } from './metrics/metrics.ts';
import type { PrometheusMetrics } from './metrics/prometheus.ts';

export interface AppOptions extends Deps {
  pipeline: Pipeline;
  live: Live;
  /** The tracker, minified. */
  script: string;
  /** The second script of the tracker, minified. */
  moreScript?: string | undefined;
  /** The one-time token of the first-start link; null if there is an account. */
  setupToken: string | null;
  /** Whether days of an earlier version are left to count (ingest/backfill/). */
  pendingDays: boolean;
  /** Timeout of a statement that reads statistics, in ms; 0 for none. */
  readMs?: number;
  graphiql?: GraphqlOptions['graphiql'];
  /** Null without METRICS_TOKEN. */
  prometheus: PrometheusMetrics | null;
}

/**
 * Time limit of a whole operation, as a multiple of the timeout of a statement. Its statements may have to
 * wait for others.
 */
export const STATEMENTS_OF_OPERATION = 3;

/** The whole server. It does not listen on a port. */
export interface App {
  /** Answers hits by itself, and all other requests by Koa. */
  listener: RequestListener;
  /** All routes. */
  routes: Route[];
}

/** Creates the application with all of its routes. */
export function createApp(options: AppOptions): App {
  const { config, log, pipeline } = options;
  const metrics = measuresOf(options.prometheus ?? noMetrics);
  const logRefusal = createRefusalCounts(log, options.now);
  const measures: Measures = {
    ...metrics,
    refused(reason) {
      metrics.refused(reason);
      logRefusal(reason);
    },
  };
  const app = new Koa();
  app.on('error', (error: { code?: string }) => {
    // A client that disconnects is not a defect. Such an error contains data of the client, which must not be
    // logged.
    const { code } = error;
    if (code && /^(HPE_|ECONN|EPIPE|ERR_STREAM|ERR_HTTP)/.test(code))
      log.debug({ code }, 'A client disconnected');
    else log.error({ err: error }, 'A response failed');
  });

  const newId = () => Buffer.from(options.random(8)).toString('hex');
  const address = (request: IncomingMessage) =>
    clientAddress(request.socket.remoteAddress, forwardedFor(request), config.trustProxy);
  const watch = watchProxies(config.trustProxy, log);
  const limit = createLimit(config.rateLimit);
  const budgetOf = createBudgets(config.rateLimit, options.now);
  const recordUse = createUseRecorder(options);
  const operationMs = (options.readMs ?? 0) * STATEMENTS_OF_OPERATION;
  const { setupToken, pendingDays, live } = options;
  const { websiteChanged } = pipeline;
  const shared = createShared(options, { websiteChanged, setupToken, pendingDays, live });
  const { cache, signer } = shared;
  const recent = recentRows(cache);
  const refusals = createRefusalLog(options.now);
  const { countryOf = nowhere } = options;

  /**
   * Identifies the viewer of a request to a page or GraphQL: by a shared link, an API key or cookies.
   * @param rows where keys, sessions and links are looked up.
   * @param page the link of a page's address.
   */
  async function viewerOf(ctx: KoaContext, rows: ViewerRows, page?: LinkHeaders): Promise<Viewer> {
    const key = bearerToken(ctx.get('authorization'));
    const link = page ?? linkHeaders(ctx);
    if (link && !page && key !== null) throw linkAndKey();
    if (link) return viewerOfLink(link, { cache: rows, signer, now: options.now() });
    if (key === null) return viewerOfCookies(ctx, options, signer, rows);
    return authenticate(key, rows, options.now());
  }

  /**
   * Creates the resolvers' context of a request, within the rate limit. Requests with a wrong API key are
   * counted by address.
   */
  async function contextOf(
    ctx: KoaContext,
    identify: (rows: ViewerRows) => Promise<Viewer>,
  ): Promise<Context> {
    const from = address(ctx.req);
    const network = strangerName(limitKey(from));
    const first = await identify(cache).catch(async (refusal) => {
      await limit(network);
      const viewer = { viewer: anonymous, address: from, userAgent: ctx.get('user-agent') };
      if (refusal instanceof AppError && refusal.kind === 'unauthenticated')
        refusals.unidentified(refusal, network, { ...options, countryOf, ...viewer });
      throw refusal;
    });
    const clientKey = viewerKey(first) ?? network;
    await limit(clientKey);
    recordUse(first);
    const ofRequest = {
      address: from,
      proxyProblem: proxyProblem(forwardedFor(ctx.req), config.trustProxy),
      userAgent: ctx.get('user-agent'),
      cookies: cookiesOf(ctx, config.baseUrl),
      budget: budgetOf(clientKey),
    };
    const canWait = /(^|,)\s*wait\s*=\s*[1-9]/i.test(ctx.get('prefer'));
    const reauthentication: ContextReauthentication = {
      viewer: () => identify(recent()),
      website: async (id) => (await recent().websites([id]))[0] ?? null,
      context: (viewer) => {
        const requester = timedRequester(clientKey, operationMs);
        return createContext(options, viewer, shared, { ...ofRequest, requester, reauthentication });
      },
    };
    const requester = requesterOf(clientKey, ctx.res, operationMs);
    return createContext(options, first, shared, { ...ofRequest, requester, reauthentication, canWait });
  }

  const identified: Middleware<RestState> = async (ctx, next) => {
    requireReadableQuery(ctx);
    // API keys only: our own pages, which have cookies, use GraphQL, except for uploads.
    const key = bearerToken(ctx.get('authorization'));
    const link = asksForCsv(ctx) ? linkParameter(ctx) : undefined;
    if (link && key !== null) throw linkAndKey();
    const isByPage = key === null && isUploadPath(ctx.method, ctx.path);
    const identify = (rows: ViewerRows) => {
      if (link) return viewerOfLink(link, { cache: rows, signer, now: options.now() });
      return isByPage ? viewerOfCookies(ctx, options, signer, rows) : authenticate(key, rows, options.now());
    };
    const found = await contextOf(ctx, identify);
    // Some routes allow CSV without a key (rest/route.ts). Programs that read it often cannot send one.
    const context = asksForCsv(ctx) ? found : signedIn(found);
    ctx.state.context = context;
    try {
      await next();
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden') refusals.forbidden(error, context);
      throw error;
    }
  };

  const toError = thrownErrors(log, newId);
  const hitOptions = {
    toError,
    pipeline,
    limit: createLimit(config.trackLimit),
    paths: pathsOf('event', config.trackerPaths),
    address: (request: IncomingMessage) => {
      watch(request.socket.remoteAddress, forwardedFor(request));
      return address(request);
    },
    measures,
    measureHit: options.prometheus && measures.hit,
  };
  const headers = headerTable(config);
  const hits = createHits({ ...hitOptions, headers: headers.hit });
  const { compatible: products } = config;
  const foreignHits =
    products.length === 0
      ? null
      : createForeignHits({ ...hitOptions, headers: headers.pixel, products, own: hits });
  const tracking = trackingRouter(
    hits,
    { script: options.script, more: options.moreScript ?? '' },
    config.trackerPaths,
    config.baseUrl,
  );
  const rest = restRouter(config.baseUrl, identified);
  const operator = operatorRouter(options);
  const show = createPages();
  const web = webRouter({
    show,
    contextOf: (ctx, link) => contextOf(ctx, (rows) => viewerOf(ctx, rows, link)),
    anonymousContext: () => createContext(options, anonymous, shared),
    hasSession: (ctx) => hasSession(ctx, config.baseUrl),
    loadReader: async () => (await import('../graphql/first.ts')).readFirst,
  });
  const graphqlOptions: GraphqlOptions = {
    log,
    newId,
    newNonce: () => Buffer.from(options.random(16)).toString('base64'),
    now: options.now,
    identify: (ctx) => contextOf(ctx, (rows) => viewerOf(ctx, rows)),
    graphiql: options.graphiql,
    refused: refusals.forbidden,
    measures,
  };
  const graphql = lazy(async () => (await import('../graphql/yoga.ts')).graphqlMiddleware(graphqlOptions));

  const graphqlRoutes = new Router({ sensitive: true });
  graphqlRoutes.all('/graphql', graphql);
  graphqlRoutes.get(`${GRAPHIQL_PATH}:name`, sendGraphiqlFile);

  app.use(countRequests(measures));
  app.use(receivedBodies);
  app.use(answerHeaders(headerSetter(config)));
  app.use(errorAnswers(toError));
  app.use(hostRequired);
  app.use(compressed);
  app.use(conditional);
  app.use(missingPage(show));
  const routers = [rest, graphqlRoutes, tracking, operator, web] as Router[];
  // Once for all routers: it reads the matched routes of all of them.
  app.use(graphqlRoutes.allowedMethods());
  for (const router of routers) app.use(router.routes());
  const answerByKoa = app.callback();
  return {
    listener: (request, response) => {
      if (foreignHits?.answer(request, response)) return;
      if (!hits.answer(request, response)) void answerByKoa(request, response);
    },
    routes: routers.flatMap(routesOf),
  };
}

const forwardedFor = ({ headers }: IncomingMessage) =>
  (headers['x-forwarded-for'] as string | undefined) || undefined;

function viewerKey(viewer: Viewer): string | null {
  if (viewer.kind === 'anonymous') return null;
  if (viewer.session) return `session ${viewer.session}`;
  return viewer.key && `key ${viewer.key.id}`;
}
