import { json, translated } from './answers.ts';
import { idsOf, isRecord } from './fields.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

/**
 * phpAnalytics: its fields are those of Footfall, without a tracking id, and perhaps a key of the website. So
 * an own hit without a tracking id may look the same, and Do Not Track is honoured as for own hits.
 */
export const phpanalytics: Tracker = {
  routes: [{ method: 'POST', path: '/api/event', read }],
};

function read({ body }: TrackerRequest) {
  if (!isRecord(body) || typeof body.page !== 'string' || 'website' in body || 'dnt' in body) return null;
  const { page, referrer, screen_resolution, language, event } = body;
  const given = isRecord(event) ? { ...event, name: event.name } : undefined;
  const hit = {
    fields: { page, referrer, screen_resolution, language, event: given, dnt: undefined },
    websites: idsOf(body.key),
  };
  return translated([hit], () => json({ status: 200 }));
}
