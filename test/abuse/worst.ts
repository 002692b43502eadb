import { everyStatistic } from '../support/everyStatistic.ts';
import type { Operation, ViewerKind } from './measure.ts';
import type { World } from './world.ts';

/** Repeats a field under different aliases. */
const repeated = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ');

const LONG = ['PAGE', 'LANDING_PAGE', 'REFERRER', 'CAMPAIGN', 'CITY', 'EVENT'];

/** Ranges that begin and end within a month, so that their days are read one by one. */
const range = (index: number) =>
  `from: "2026-09-${12 + (index % 8)}", to: "2026-11-${10 + (Math.floor(index / 8) % 10)}"`;

/**
 * The accepted operations that cause the most work, found by the search (`npm run abuse`) or by hand. Each is
 * as large as the limits allow. If the limits begin to reject one, make it smaller; don't remove it.
 */
export function worstOperations({ trackingId, ids }: World, as: ViewerKind): Record<string, Operation> {
  const more = as !== 'anonymous';
  const website = (inner: string) => `{ website(trackingId: "${trackingId}") { ${inner} } }`;
  const always = (inner: string) => website(`period(name: ALL) { ${inner} }`);
  const nodes = (inner: string): Operation => ({
    query: `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { ${inner} } } }`,
    variables: { ids: Array.from({ length: 100 }, (_, index) => ids[index % ids.length]) },
  });
  const reads = more ? 40 : 22;
  const stat = (index: number, rest: string) =>
    `stats(name: ${LONG[index % LONG.length]}, ${range(index)}, ${rest}) { sum }`;
  const updates = (count: number, setting: (index: number) => string) =>
    repeated(count, (index) => `updateWebsite(input: { id: "${ids[1]}", ${setting(index)} }) { __typename }`);
  const introspection =
    '__schema { types { name description fields { name description args { name type { name } } } } }';
  return {
    'statistics by many ranges': { query: website(repeated(reads, (index) => stat(index, 'first: 10'))) },
    'statistics by many searches': {
      query: website(repeated(reads, (index) => stat(index, `search: "${'aeiourst'[index % 8]}"`))),
    },
    'one range by many searches': {
      query: always(
        repeated(
          more ? 25 : 7,
          (index) =>
            `stats(name: PAGE, search: "${'articles/'.slice(index % 9)}", first: ${10 + index}) { sum }`,
        ),
      ),
    },
    'totals by many ranges': {
      query: website(repeated(more ? 14 : 5, (index) => `period(${range(index)}) { visits events }`)),
    },
    'series by many ranges': {
      query: website(
        repeated(more ? 160 : 33, (index) => {
          const from = `from: "2023-0${1 + (index % 9)}-${10 + (index % 18)}"`;
          return `period(${from}, to: "2026-11-${10 + (index % 11)}") { series(by: DAY) { interval } }`;
        }),
      ),
    },
    'a long series under many names': {
      query: website(
        'period(from: "2022-10-15", to: "2026-11-21") ' +
          `{ series(by: DAY) { points { ${repeated(more ? 64 : 12, () => 'at')} } } }`,
      ),
    },
    'labels under many names': {
      query: always(
        `stats(name: COUNTRY, first: 100) { nodes { ${repeated(more ? 940 : 190, () => 'label')} } }`,
      ),
    },
    'settings under many names': nodes(repeated(more ? 940 : 190, () => 'emailEvery')),
    'long values under many names': nodes(repeated(more ? 400 : 190, () => 'snippet')),
    'nodes of nodes': {
      query:
        'query ($ids: [ID!]!) ' +
        `{ ${repeated(more ? 98 : 19, () => 'nodes(ids: $ids) { ... on Website { timezone } }')} }`,
      variables: { ids: Array.from({ length: 100 }, (_, index) => ids[index % ids.length]) },
    },
    'rows of the database one by one': { query: `{ ${repeated(more ? 990 : 198, () => 'needsOwner')} }` },
    'the schema': {
      query: `{ ${repeated(more ? 20 : 4, () => introspection)} }`,
    },
    ...(more && {
      'lists of websites': {
        query: `{ ${repeated(330, (index) => `websites(search: "${index}", first: 100) { totalCount }`)} }`,
      },
      'a dashboard of all websites': {
        query: `{ websites(first: 50) { nodes { ${everyStatistic(
          LONG.slice(0, 4),
          `${range(0)}, first: 100`,
          'nodes { value count }',
        )} } } }`,
      },
      'the security log under many names': {
        query:
          '{ viewer ' +
          `{ ${repeated(as === 'session' ? 320 : 100, () => 'securityLog(first: 10) { totalCount }')} } }`,
      },
      'settings with passwords': {
        query: `mutation { ${updates(48, (index) => `password: "a long password ${index}"`)} }`,
      },
      'settings that are stored': {
        query: `mutation { ${updates(48, (index) => `emailEvery: ${index % 2 ? 'WEEKLY' : 'MONTHLY'}`)} }`,
      },
      'settings that are wrong': {
        query: `mutation ($ips: [String!]) { ${updates(5, () => 'excludeIps: $ips')} }`,
        variables: { ips: Array.from({ length: 5_500 }, () => 'xx') },
      },
    }),
  };
}

/** Documents that are rejected only after the server has examined them. */
export function refusedOperations(as: ViewerKind): Record<string, Operation> {
  const fields = as === 'anonymous' ? 220 : 450;
  const same = (count: number, field: string) => Array.from({ length: count }, () => field).join(' ');
  const spread = Array.from({ length: fields / 2 }, (_, index) => index);
  return {
    'the same field over and over': { query: `{ ${same(fields, 'website(id: 1) { id }')} x }` },
    'the same field with other arguments': {
      query: `{ ${spread.map((index) => `a: website(id: ${index}) { id }`).join(' ')} }`,
    },
    'fragments that are compared with each other': {
      query:
        `{ ${spread.map((index) => `...F${index}`).join(' ')} x } ` +
        spread.map((index) => `fragment F${index} on Query { sendsReports }`).join(' '),
    },
    'unknown fields': { query: `{ ${spread.map((index) => `website${index}`).join(' ')} }` },
    'a very large number of errors': {
      query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      variables: { ids: Array.from({ length: 20_000 }, () => ({})) },
    },
    'an object with unknown fields': {
      query: 'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { __typename } }',
      variables: {
        input: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`url${index}`, 'x'])),
      },
    },
  };
}
