/** The products whose trackers the server can understand: their names in COMPATIBLE, and for people. */
export const COMPATIBLE_PRODUCTS = {
  ackee: 'Ackee',
  amplitude: 'Amplitude',
  counterscale: 'Counterscale',
  countly: 'Countly',
  fathom: 'Fathom',
  goatcounter: 'GoatCounter',
  jitsu: 'Jitsu',
  matomo: 'Matomo',
  mixpanel: 'Mixpanel',
  openpanel: 'OpenPanel',
  phpanalytics: 'phpAnalytics',
  pirsch: 'Pirsch',
  plausible: 'Plausible',
  posthog: 'PostHog',
  rudderstack: 'RudderStack',
  rybbit: 'Rybbit',
  segment: 'Segment',
  'simple-analytics': 'Simple Analytics',
  snowplow: 'Snowplow',
  swetrix: 'Swetrix',
  umami: 'Umami',
  vemetric: 'Vemetric',
} as const;

export type CompatibleProduct = keyof typeof COMPATIBLE_PRODUCTS;

export const COMPATIBLE_NAMES = Object.keys(COMPATIBLE_PRODUCTS) as CompatibleProduct[];

/**
 * Parses COMPATIBLE: names of products, separated by commas.
 * @returns the products without duplicates; null if one of the names is unknown.
 */
export function parseCompatible(text: string): CompatibleProduct[] | null {
  const given = text.split(',').map((name) => name.trim().toLowerCase());
  const known = given.filter((name): name is CompatibleProduct => Object.hasOwn(COMPATIBLE_PRODUCTS, name));
  const unknown = given.some((name) => name !== '' && !Object.hasOwn(COMPATIBLE_PRODUCTS, name));
  return unknown ? null : [...new Set(known)];
}

/** Returns the end of the error message "COMPATIBLE must"; null if the text is right. */
export function compatibleProblem(text: string): string | null {
  if (parseCompatible(text)) return null;
  return `be a list of products, separated by commas, from: ${COMPATIBLE_NAMES.join(', ')}`;
}
