import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, toHttp } from '../errors.ts';
import type { CompatibleProduct } from '../tracker/compatible.ts';
import { BODY_LIMITS, bodyText, parseQuery, parseTrackerBody } from '../transfer/trackers/body.ts';
import { parsedJson } from '../transfer/trackers/fields.ts';
import { createMatcher, type MatchedRoute } from '../transfer/trackers/table.ts';
import type { HitResult, TrackerRequest, Translation } from '../transfer/trackers/tracker.ts';
import { answerPreflight, corsHeaders } from './foreignCors.ts';
import { createForeignStore, type ForeignStoreOptions } from './foreignStore.ts';
import { type headerTable, inTurn } from './headers.ts';
import { type Hits, readHit } from './hits.ts';
import { IGNORED } from './ignored.ts';
import { countAnswer } from './measure.ts';
import { readBytes } from './text.ts';
import { endLater } from './unreadBody.ts';

export interface ForeignHitOptions extends ForeignStoreOptions {
  /** The products whose trackers may send hits. */
  products: readonly CompatibleProduct[];
  /** The paths of Footfall's own events. */
  paths: string[];
  own: Pick<Hits, 'answerBody'>;
  headers: ReturnType<typeof headerTable>['pixel'];
  /** Returns what a client learns of a thrown error. */
  toError: (error: unknown) => AppError;
}

/** A request that was understood, with the product whose tracker sent it. */
interface Understood {
  route: MatchedRoute;
  translation: Translation;
}

/** Creates the handler of requests from the trackers of other products. */
export function createForeignHits(options: ForeignHitOptions) {
  const { products, paths, own, headers: table, measures, toError } = options;
  const routesOf = createMatcher(products);
  const { admit, store } = createForeignStore(options);

  /** Understands a request; null if it is of none of the routes. */
  function understand(routes: MatchedRoute[], request: TrackerRequest): Understood | null {
    for (const route of routes) {
      const translation = route.read(request);
      if (translation) return { route, translation };
    }
    return null;
  }

  function understandBody({ headers: given }: IncomingMessage, address: Target, body: unknown) {
    const { path, query, routes } = address;
    return understand(routes, { path, query, body, headers: given as TrackerRequest['headers'] });
  }

  function send(
    response: ServerResponse,
    status: number,
    headers: Record<string, string>,
    body: string | Buffer,
    request?: IncomingMessage,
  ): void {
    countAnswer(measures, 'hit', status);
    if (response.headersSent) return;
    const bytes = Buffer.from(body);
    const all = { ...(status < 400 ? table.success : table.error), ...headers };
    // A response without content must not have these.
    const ofBody = status === 204 ? {} : { 'Content-Length': String(bytes.length) };
    response.writeHead(status, inTurn({ ...all, ...ofBody }));
    if (!request || request.complete) response.end(bytes);
    else endLater(request, response, bytes);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    routes: MatchedRoute[],
    thrown: unknown,
  ) {
    const { status, headers, body } = toHttp(toError(thrown));
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    const cors = corsHeaders(request, routes);
    send(response, status, { ...type, ...headers, ...cors }, JSON.stringify(body), request);
  }

  async function count(
    request: IncomingMessage,
    response: ServerResponse,
    { route, translation }: Understood,
  ) {
    const { results, ignored } = await store(request, translation.hits);
    const error = decisiveError(results, route);
    if (error) throw error;
    const dropped = [...new Set(results.map(reasonOf).filter((reason) => reason !== null))].join(', ');
    const { status = 200, type, body } = translation.answer(results);
    const headers = {
      ...(type && { 'Content-Type': type }),
      ...corsHeaders(request, [route]),
      ...(dropped && { 'X-Footfall-Dropped': dropped }),
      ...(ignored && { [IGNORED]: ignored }),
    };
    send(response, status, headers, body);
  }

  /**
   * Receives a request to a path of Footfall's own events, under the limits and rules of own hits: it is
   * neither compressed nor a form.
   */
  async function receiveShared(request: IncomingMessage, response: ServerResponse, address: Target) {
    const body = readHit(request);
    const text = await body.catch(() => '');
    const understood = understandBody(request, address, parsedJson(text));
    if (!understood) return own.answerBody(request, response, body);
    // An own hit is counted for the limit when it is answered.
    await admit(request);
    return count(request, response, understood);
  }

  async function receive(request: IncomingMessage, response: ServerResponse, address: Target): Promise<void> {
    if (paths.includes(address.path)) return receiveShared(request, response, address);
    await admit(request);
    const text = await bodyText(await readBytes(request, BODY_LIMITS.sent, 'The body'));
    const understood = understandBody(request, address, parseTrackerBody(text));
    if (understood) return count(request, response, understood);
    const { routes } = address;
    const names = [...new Set(routes.map(({ product }) => product))].join(', ');
    throw new AppError('bad_request', `The body is none that a tracker of ${names} sends.`);
  }

  return {
    /**
     * Answers a request of the tracker of another product.
     * @returns whether the request is one.
     */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request;
      // Koa's middlewares refuse a request without Host.
      if (headers.host === undefined) return false;
      const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
      const all = routesOf(path);
      if (all.length === 0) return false;
      if (method === 'OPTIONS' && !paths.includes(path)) {
        answerPreflight(request, response, table.success, all);
        return true;
      }
      const routes = all.filter((route) => route.method === method);
      if (routes.length === 0) return false;
      const query = parseQuery(search);
      const failed = (error: unknown) => refuse(request, response, routes, error);
      if (method === 'POST') {
        receive(request, response, { path, query, routes }).catch(failed);
        return true;
      }
      try {
        const given = headers as TrackerRequest['headers'];
        const understood = understand(routes, { path, query, body: undefined, headers: given });
        if (understood)
          admit(request)
            .then(() => count(request, response, understood))
            .catch(failed);
        // A path may also be one of Footfall's own pages.
        return understood !== null;
      } catch (error) {
        // No middleware of Koa catches it here.
        failed(error);
        return true;
      }
    },
  };
}

interface Target {
  path: string;
  query: Record<string, string>;
  routes: MatchedRoute[];
}

/** Why a hit was not counted, for the header; null if it was. */
const reasonOf = ({ error, outcome }: HitResult): string | null => (error ? 'unreadable' : outcome);

/**
 * The error that determines the answer; undefined if the request succeeded. A hit that was not stored may be
 * stored later, so it comes first. One that cannot be read fails a request only if it is the only one, and if
 * the script takes that for an answer.
 */
function decisiveError(results: readonly HitResult[], { tracker }: MatchedRoute): AppError | undefined {
  const errors = results.flatMap(({ error }) => (error ? [error] : []));
  const temporary = errors.find(({ status }) => status >= 500) ?? errors.find(({ status }) => status === 429);
  if (temporary) return temporary;
  return results.length === 1 && !tracker.needsSuccess ? errors[0] : undefined;
}
