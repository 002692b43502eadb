import type { Dimensions } from '../../src/ingest/hit.ts';

/** Default dimensions of a hit, for tests that do not depend on them. */
export const DIMENSIONS: Dimensions = {
  ...{ referrer: 'r.test', campaign: 'c', browser: 'Chrome', os: 'Linux', device: 'desktop', language: 'en' },
  ...{ resolution: '1x1', continent: 'EU', country: 'DE', city: 'Bonn, DE' },
};
