import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MatchedRoute } from '../transfer/trackers/table.ts';
import { inTurn } from './headers.ts';

const DAY_S = 24 * 3600;

type Headers = Record<string, string>;

/**
 * Returns the headers that let the script of a page read an answer. Scripts that send credentials may read it
 * only if it names the origin of the page. Nothing in it depends on cookies.
 */
export function corsHeaders({ headers }: IncomingMessage, routes: readonly MatchedRoute[]): Headers {
  const { origin } = headers;
  const isNamed = origin !== undefined && /^https?:\/\/[^\s,]+$/.test(origin);
  if (!isNamed || !routes.some(({ tracker }) => tracker.credentials)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}

/** Answers a preflight: of the headers that the script asks for, those that its product needs are allowed. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  common: Headers,
  routes: readonly MatchedRoute[],
): void {
  const known = new Set(['content-type', ...routes.flatMap(({ tracker }) => tracker.headers ?? [])]);
  const asked = String(request.headers['access-control-request-headers'] ?? '').toLowerCase();
  const allowed = asked.split(',').map((name) => name.trim());
  const methods = [...new Set(routes.map(({ method }) => method))];
  const headers = {
    ...common,
    ...corsHeaders(request, routes),
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': allowed.filter((name) => known.has(name)).join(', '),
    'Access-Control-Max-Age': String(DAY_S),
  };
  response.writeHead(204, inTurn(headers)).end();
  request.resume();
}
