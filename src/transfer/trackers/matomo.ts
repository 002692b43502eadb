import { parse } from 'node:querystring';
import { decodeEscapes } from '../../validation/query.ts';
import { empty, gif, json, translated, UNREADABLE } from './answers.ts';
import { isRecord, textOf } from './fields.ts';
import { matomoHit } from './matomoHit.ts';
import type { HitResult, Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

const PATHS = ['/matomo.php', '/piwik.php'];

/** Matomo: requests of `matomo.js` and of clients on servers, single and in bulk. */
export const matomo: Tracker = {
  routes: PATHS.flatMap((path) => [
    { method: 'GET' as const, path, read },
    { method: 'POST' as const, path, read },
  ]),
};

function read({ query, body }: TrackerRequest) {
  if (isRecord(body) && Array.isArray(body.requests)) return readBulk(body.requests, body);
  const fields: Record<string, unknown> = { ...query, ...(isRecord(body) ? body : {}) };
  if (fields.idsite === undefined && fields.rec === undefined) return null;
  return translated(matomoHit(fields), () => (textOf(fields.send_image) === '0' ? empty() : gif()));
}

/** Each request is a query string, or an object of its parameters. */
function readBulk(requests: unknown[], { send_image: image }: Record<string, unknown>) {
  const entries = requests.map((request): TranslatedHit[] => {
    if (isRecord(request)) return matomoHit(request);
    if (typeof request !== 'string') return [UNREADABLE];
    const text = request.replace(/^[^?]*\?/, '');
    return matomoHit({ ...parse(text, '&', '=', { decodeURIComponent: decodeEscapes }) });
  });
  /** The request of each hit. */
  const owners = entries.flatMap((hits, index) => hits.map(() => index));
  return translated(entries.flat(), (results: readonly HitResult[]) => {
    if (textOf(image) === '0' && results.every(({ error }) => !error)) return empty();
    const failed = results.flatMap(({ error }, index) => (error ? [owners[index] as number] : []));
    const [tracked, invalid] = [requests.length - failed.length, failed.length];
    return json({ status: 'success', tracked, invalid, invalid_indices: failed });
  });
}
