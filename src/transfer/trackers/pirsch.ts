import { answered, hitsOfEach, json, translated } from './answers.ts';
import { type Fields, idsOf, isRecord, leftOut, recordOf, resolutionOf, textOf } from './fields.ts';
import type { Tracker, TrackerRequest, TrackerRoute, TranslatedHit } from './tracker.ts';

const get = (path: string): TrackerRoute => ({ method: 'GET', path, read: readQuery });
const post = (path: string, read: TrackerRoute['read'] = readBody): TrackerRoute => ({
  method: 'POST',
  path,
  read,
});

/** Pirsch: its script, and `pirsch-sdk` and others for servers, with lists. Sessions are no hits. */
export const pirsch: Tracker = {
  routes: [
    get('/hit'),
    get('/p/pv'),
    post('/event'),
    post('/p/e'),
    post('/api/v1/hit'),
    post('/api/v1/event'),
    post('/api/v1/hit/batch'),
    post('/api/v1/event/batch'),
    post('/api/v1/session', readSession),
    post('/api/v1/session/batch', readSession),
    post('/session', readSession),
    post('/api/v1/token', readToken),
  ],
};

function readQuery({ query }: TrackerRequest) {
  if (query.url === undefined) return null;
  const fields = {
    ...query,
    referrer: query.ref,
    title: query.t,
    screen_width: query.w,
    screen_height: query.h,
  };
  return translated([hitOf(fields)]);
}

function readBody({ body }: TrackerRequest) {
  const entries = Array.isArray(body) ? body : [body];
  return entries.some(isHit) ? translated(hitsOfEach(entries, isHit, (entry) => [hitOf(entry)])) : null;
}

const isHit = (entry: unknown): entry is Fields => isRecord(entry) && typeof entry.url === 'string';

function readSession({ body }: TrackerRequest) {
  return isRecord(body) || Array.isArray(body) ? answered(json({})) : null;
}

/** Clients ask for a token if they are told to; Footfall needs none. */
function readToken({ body }: TrackerRequest) {
  if (!isRecord(body) || body.client_id === undefined) return null;
  return answered(json({ access_token: 'footfall', expires_at: '2100-01-01T00:00:00Z' }));
}

function hitOf(fields: Fields): TranslatedHit {
  const name = textOf(fields.event_name);
  const tags = recordOf(fields.tags);
  const properties = { ...tags, ...recordOf(fields.event_meta) };
  return {
    fields: {
      page: fields.url,
      referrer: fields.referrer,
      language: fields.accept_language,
      screen_resolution: resolutionOf(fields.screen_width, fields.screen_height),
      ...(name ? { event: { name, value: fields.event_duration, properties } } : { properties }),
    },
    websites: idsOf(fields.code, fields.identification_code),
    userAgent: textOf(fields.user_agent) || undefined,
    ignored: leftOut(fields, 'ip', 'title'),
  };
}
