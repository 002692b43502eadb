import type { Dimensions } from '../../src/ingest/hit.ts';

/** What a hit of a test has where nothing depends on it. */
export const DIMENSIONS: Dimensions = {
  ...{ referrer: 'r.test', campaign: 'c', browser: 'Chrome', os: 'Linux', device: 'desktop', language: 'en' },
  ...{ resolution: '1x1', continent: 'EU', country: 'DE', city: 'Bonn, DE' },
};
