import { DIMENSION_NAMES } from '../../src/engine/registry/dimensions.ts';
import type { Dimensions } from '../../src/ingest/hit.ts';

/** Default dimensions of a hit, for tests that do not depend on them. */
export const DIMENSIONS: Dimensions = {
  referrer: 'r.test',
  campaign: 'c',
  source: 's',
  channel: 'Email',
  utm_source: 's',
  utm_medium: 'email',
  utm_term: 't',
  utm_content: 'x',
  browser: 'Chrome',
  os: 'Linux',
  device: 'desktop',
  language: 'en',
  resolution: '1x1',
  continent: 'EU',
  country: 'DE',
  city: 'Bonn, DE',
};

/** The dimensions of a direct visit of a client about which nothing is known. */
export const NO_DIMENSIONS: Dimensions = {
  referrer: '',
  campaign: '',
  source: '',
  channel: 'Direct',
  utm_source: '',
  utm_medium: '',
  utm_term: '',
  utm_content: '',
  browser: '',
  os: '',
  device: '',
  language: '',
  resolution: '',
  continent: '',
  country: '',
  city: '',
};

/** The dimensions that need no name of a property. */
export const PLAIN_DIMENSIONS = DIMENSION_NAMES.filter((name) => name !== 'property');
