import type { FilterInput } from './filterInputs.ts';

/** Visitors, visits, pageviews, events and bounces. */
export type KnownMetrics = [number, number, number, number, number];

const ALL: KnownMetrics = [6, 7, 9, 3, 3];
const NOTHING: KnownMetrics = [0, 0, 0, 0, 0];

/** Conditions on the visitor and the visit. They select whole visits. */
const ofVisits: [FilterInput, KnownMetrics][] = [
  [{ country: { in: ['DE'] } }, [3, 4, 6, 1, 2]],
  [{ country: { in: ['DE', 'FR'] } }, [4, 5, 7, 1, 3]],
  [{ country: { in: [''] } }, [1, 1, 0, 1, 0]],
  [{ country: { in: ['de'] } }, [3, 4, 6, 1, 2]],
  [{ country: { in: ['xx'] } }, NOTHING],
  [{ country: { not_in: ['DE'] } }, [3, 3, 3, 2, 1]],
  [{ country: { not_in: ['', 'DE'], ends_with: 'r' } }, [1, 1, 1, 0, 1]],
  [{ continent: { in: ['NA'] } }, [1, 1, 2, 1, 0]],
  [{ city: { contains: 'BONN' } }, [2, 3, 4, 1, 2]],
  [{ city: { not_contains: 'O' } }, [4, 4, 5, 2, 1]],
  [{ city: { starts_with: 'åR' } }, [1, 1, 2, 0, 0]],
  [{ city: { contains: 'île-DE' } }, [1, 1, 1, 0, 1]],
  [{ city: { contains: '' } }, ALL],
  [{ city: { contains: '%' } }, NOTHING],
  [{ language: { ends_with: 'R' } }, [1, 1, 1, 0, 1]],
  [{ browser: { in: ['Chrome', 'Safari'] } }, [4, 5, 8, 2, 2]],
  [{ os: { not_in: ['', 'iOS'] } }, [4, 5, 7, 1, 3]],
  [{ device: { in: ['mobile'] } }, [2, 2, 4, 1, 0]],
  [{ resolution: { ends_with: 'X844' } }, [1, 1, 2, 1, 0]],
  [{ referrer: { in: ['google.com'] } }, [2, 2, 4, 1, 0]],
  [{ source: { in: ['Google'] } }, [1, 1, 2, 1, 0]],
  [{ source: { contains: 'google' } }, [2, 2, 4, 1, 0]],
  [{ channel: { in: ['Email'] } }, [1, 1, 1, 0, 1]],
  [{ channel: { starts_with: 'paid' } }, [1, 1, 2, 0, 0]],
  [{ utm_source: { not_in: [''] } }, [2, 2, 3, 0, 1]],
  [{ utm_medium: { in: ['cpc'] } }, [1, 1, 2, 0, 0]],
  [{ campaign: { in: ['spring'] } }, [1, 1, 1, 0, 1]],
  [{ campaign: { contains: 'Spring' } }, [2, 2, 3, 0, 1]],
  [{ utm_term: { in: [''] } }, [5, 6, 8, 3, 2]],
  [{ utm_content: { ends_with: 'OP' } }, [1, 1, 1, 0, 1]],
  [{ landing_page: { in: ['/pricing'] } }, [2, 2, 1, 1, 1]],
  [{ landing_page: { starts_with: '/BLOG' } }, [2, 2, 2, 0, 2]],
  [{ exit_page: { in: ['/pricing'] } }, [2, 2, 3, 1, 1]],
  [{ exit_page: { in: [''] } }, [1, 1, 0, 1, 0]],
  [{ exit_page: { contains: '/docs/é' } }, [1, 1, 2, 0, 0]],
];

/** Conditions on hits. Bounces and visits are those of the visits to which the selected hits belong. */
const ofHits: [FilterInput, KnownMetrics][] = [
  [{ page: { in: ['/pricing'] } }, [3, 3, 2, 2, 1]],
  [{ page: { in: ['/docs/é'] } }, [1, 1, 1, 0, 0]],
  [{ page: { in: ['/docs/%C3%A9'] } }, [1, 1, 1, 0, 0]],
  [{ page: { in: ['/blog/a'] } }, [2, 2, 2, 1, 1]],
  [{ page: { starts_with: '/blog/' } }, [3, 3, 3, 1, 2]],
  [{ page: { not_contains: '/' } }, NOTHING],
  [{ page: { not_in: ['/', '/pricing'] } }, [4, 4, 4, 1, 2]],
  [{ host: { in: ['blog.small.test'] } }, [3, 3, 3, 1, 2]],
  [{ host: { in: ['Blog.Small.TEST'] } }, [3, 3, 3, 1, 2]],
  [{ host: { not_in: ['small.test'] } }, [4, 4, 4, 1, 2]],
  [{ host: { in: [''] } }, [1, 1, 1, 0, 0]],
  [{ host: { ends_with: '.SMALL.test' }, event: { in: ['Buy'] } }, [1, 1, 0, 1, 0]],
  [{ event: { in: ['Sign up'] } }, [1, 1, 0, 1, 0]],
  [{ event: { contains: 'SIGN' } }, [2, 2, 0, 2, 0]],
  [{ event: { not_in: ['Buy'] } }, [2, 2, 0, 2, 0]],
  [{ event: { not_contains: 'nothing' } }, [3, 3, 0, 3, 0]],
  [{ event: { in: [''] } }, NOTHING],
  [{ not: { event: { in: ['Buy'] } } }, [6, 7, 9, 2, 3]],
  [{ not: { event: { contains: '' } } }, [5, 6, 9, 0, 3]],
  [{ event: { contains: 'sign' }, page: { in: ['/'] } }, NOTHING],
  [{ event: { contains: 'sign' }, page: { in: ['/pricing'] } }, [2, 2, 0, 2, 0]],
];

/** Combinations, and conditions on any hit of a visit. */
const combined: [FilterInput, KnownMetrics][] = [
  [{}, ALL],
  [{ and: [{}] }, ALL],
  [{ not: {} }, NOTHING],
  [{ visited: {} }, ALL],
  [{ visited: { host: { in: ['blog.small.test'] } }, event: { contains: '' } }, [1, 1, 0, 1, 0]],
  [{ not: { visited: { host: { in: ['blog.small.test'] } } } }, [4, 4, 5, 2, 1]],
  [{ visited: { page: { in: ['/pricing'] } } }, [3, 3, 3, 2, 1]],
  [{ visited: { page: { in: ['/pricing'] }, event: { in: ['Sign up'] } } }, [1, 1, 2, 1, 0]],
  [{ visited: { not: { event: { contains: '' } } } }, [5, 6, 9, 2, 3]],
  [{ not: { visited: { page: { in: ['/pricing'] } } } }, [4, 4, 6, 1, 2]],
  [
    { and: [{ visited: { page: { in: ['/'] } } }, { visited: { page: { in: ['/pricing'] } } }] },
    [1, 1, 2, 1, 0],
  ],
  [{ visited: { page: { in: ['/'] } }, page: { in: ['/pricing'] } }, [1, 1, 1, 1, 0]],
  [{ or: [{ country: { in: ['FR'] } }, { event: { in: ['Buy'] } }] }, [2, 2, 1, 1, 1]],
  [{ not: { or: [{ country: { in: ['DE'] } }, { device: { in: ['mobile'] } }] } }, [2, 2, 1, 1, 1]],
  [{ country: { in: ['DE'] }, page: { in: ['/'] } }, [2, 2, 2, 0, 0]],
  [
    { country: { in: ['DE'] }, or: [{ page: { in: ['/'] } }, { event: { in: ['Sign up'] } }] },
    [2, 2, 2, 1, 0],
  ],
];

/**
 * Filters with the names of REST, and the metrics of the small website under them. Every dimension and every
 * operator is in one.
 */
export const knownFilters: readonly [FilterInput, KnownMetrics][] = [...ofVisits, ...ofHits, ...combined];
