import type { Hit } from '../../../src/ingest/hit.ts';

/**
 * Values in upper and lower case, with every character that a search may interpret, and enough plain ones for
 * several pages.
 */
const VALUES = [
  ...['ÅRHUS', 'århus', 'Århus C', 'Émile', 'ПРИВЕТ', 'привет', 'ΩMEGA', 'ωmega', 'straße', '日本'],
  ...[
    '50%',
    '50',
    '5_0',
    '5x0',
    'a*b',
    'a?b',
    'axb',
    '[x]',
    'x]',
    '[',
    ']',
    'a[b',
    '^x',
    'a-c',
    '\\',
    "it's",
    '"q"',
  ],
  ...['～wave', '😀smile', 'a b', 'UPPER', 'upper', 'Mixed', ''],
  ...Array.from({ length: 12 }, (_, index) => `plain ${index}`),
];

export const SEARCHES = [
  ...[
    'a',
    'ÅRHUS',
    'århus',
    'É',
    'привет',
    'Ω',
    'straße',
    '%',
    '_',
    '*',
    '?',
    '[',
    ']',
    '[x]',
    '^',
    '-',
    '\\',
  ],
  ...["'", '"', '😀', '～', 'UPPER', 'upper', '1', 'a b', 'nothing of the kind'],
];

/** Encodes a text as stored paths are: all but the characters that RFC 3986 allows in paths. */
export const asInPath = (text: string) => text.replace(/[^!-~]+|["<>[\]\\^`{|}]/g, encodeURIComponent);

/** The expected counts by statistic and value. */
export type Known = Map<string, Map<string, number>>;

/**
 * Hits that give every statistic more than two pages, and the expected counts. Each visitor has one pageview
 * and one event.
 */
export function parityHits(websiteId: number): { hits: Hit[]; known: Known } {
  const hits: Hit[] = [];
  const known: Known = new Map();
  const count = (name: string, value: string) => {
    const values = known.get(name) ?? new Map<string, number>();
    known.set(name, values.set(value, (values.get(value) ?? 0) + 1));
  };
  const people = VALUES.flatMap((value, index) => Array.from({ length: 1 + (index % 3) }, () => value));
  for (const [index, value] of people.entries()) {
    const date = new Date(Date.UTC(2026, 9, 10 + (index % 50), (index * 7) % 24));
    const [day, hour] = [date.toISOString().slice(0, 10), date.getUTCHours()];
    const dimensions = {
      referrer: value,
      campaign: value,
      source: value,
      channel: value,
      utm_source: value,
      utm_medium: value,
      utm_term: value,
      utm_content: value,
      browser: value,
      os: value,
      device: value,
      language: value,
      resolution: value,
      continent: value,
      country: value,
      city: value,
    };
    const path = `/${asInPath(value)}`;
    const hit = {
      websiteId,
      at: date.getTime(),
      day: Number(day.replaceAll('-', '')),
      hour,
      visitor: BigInt(index + 1),
      path,
      event: null,
      dimensions,
    };
    const event = { name: `event ${value}`, value: null, unit: null };
    hits.push(hit, { ...hit, event });
    for (const [name, dimension] of Object.entries(dimensions)) {
      if (name !== 'campaign' || dimension !== '') count(name, dimension);
    }
    for (const name of ['page', 'landing_page', 'exit_page']) count(name, path);
    for (const name of ['pageviews', 'visitors', 'visits']) count(name, day);
    for (const name of ['pageviews_hours', 'visitors_hours']) count(name, String(hour).padStart(2, '0'));
    count('event', event.name);
  }
  return { hits, known };
}
