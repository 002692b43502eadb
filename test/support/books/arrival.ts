import type { Arrival } from '../../../src/ingest/hit.ts';

/** A pageview of website 1 as it reaches the recorder, for tests that depend on nothing but its page. */
export function arrival(page: string): Arrival {
  return {
    websiteId: 1,
    at: Date.now(),
    day: 20261121,
    hour: 12,
    path: page,
    host: 'one.test',
    event: null,
    address: '81.2.69.142',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/124.0',
    hints: null,
    known: {
      referrer: '',
      campaign: '',
      utm_source: '',
      utm_medium: '',
      utm_term: '',
      utm_content: '',
      language: 'en',
      resolution: '',
    },
    clickId: '',
    id: null,
  };
}
