import { globalId, graphqlError, INVALID, operation, stats, unfit, variable } from './graphqlRequests.ts';
import type { WrongRequest } from './wrongRequests.ts';

const DATE = 'Must be a valid date, for example 2026-11-21.';

/** An operation whose arguments a resolver rejects; `data` is the remaining data. */
const refused = (query: string, path: string[], errors: Record<string, string[]>, data: object | null) =>
  operation(query.slice(0, 90), query, {
    errors: [graphqlError(INVALID, 'BAD_USER_INPUT', { path, errors })],
    data,
  });

const list = (args: string, errors: Record<string, string[]>) =>
  refused(`{ websites(${args}) { totalCount } }`, ['websites'], errors, null);
const ofStats = (args: string, errors: Record<string, string[]>) =>
  refused(stats(args), ['website', 'stats'], errors, { website: null });

const SIZE = { first: ['Must be an integer from 10 to 100.'] };
const CURSOR = { after: ['Must be a cursor from an earlier response.'] };
const EITHER = { id: ['Exactly one of id and trackingId must be given.'] };
const ORDER = { to: ['Must be the same day as `from`, or later.'] };
const fromDate = `query ($from: Date!) ${stats('name: PAGE, from: $from, to: "2026-11-21"')}`;

const readings: WrongRequest[] = [
  unfit(
    '{ websites(limit: 10) { totalCount } }',
    'Unknown argument "limit" on field "Query.websites". Did you mean "first"?',
  ),
  unfit('{ websites(first: "10") { totalCount } }', 'Int cannot represent non-integer value: "10"'),
  unfit(
    '{ websites(first: 9999999999) { totalCount } }',
    'Int cannot represent non 32-bit signed integer value: 9999999999',
  ),
  unfit(
    stats('name: PAGES, from: "2026-11-01", to: "2026-11-21"'),
    'Value "PAGES" does not exist in "StatName" enum. Did you mean the enum value "PAGE"?',
  ),
  unfit(
    stats('name: PAGE'),
    'Field "stats" argument "from" of type "Date!" is required, but it was not provided.',
    'Field "stats" argument "to" of type "Date!" is required, but it was not provided.',
  ),
  ...['"2026-02-30"', '"2026-13-01"', '"21.11.2026"', '20261121', 'true'].map((date) =>
    operation(`a day that is ${date}`, stats(`name: PAGE, from: ${date}, to: "2026-11-21"`), {
      errors: [graphqlError(DATE, 'BAD_USER_INPUT')],
    }),
  ),
  variable(
    'a variable that is not a date',
    fromDate,
    { from: '2026-02-30' },
    `Variable "$from" got invalid value "2026-02-30"; ${DATE}`,
  ),
  variable(
    'a variable that is null',
    fromDate,
    { from: null },
    'Variable "$from" of non-null type "Date!" must not be null.',
  ),
  variable(
    'a variable that is missing',
    fromDate,
    {},
    'Variable "$from" of required type "Date!" was not provided.',
  ),
  ofStats('name: PAGE, from: "2026-11-21", to: "2026-11-20"', ORDER),
  ofStats('name: PAGE, from: "2026-11-21", to: "2026-11-20", first: -1, after: "x"', {
    ...ORDER,
    ...SIZE,
    ...CURSOR,
  }),
  refused(
    '{ website(id: 1) { dropped(from: "2026-11-21", to: "2026-11-20") { count } } }',
    ['website', 'dropped'],
    ORDER,
    { website: { dropped: null } },
  ),
  list('first: 9', SIZE),
  list('first: 101', SIZE),
  list('after: "nonsense"', CURSOR),
  list(`after: "${globalId('row:-1')}"`, CURSOR),
  list(`search: "${'x'.repeat(256)}"`, { search: ['Must be at most 255 characters long.'] }),
  refused('{ website { id } }', ['website'], EITHER, { website: null }),
  refused('{ website(id: 1, trackingId: "x") { id } }', ['website'], EITHER, { website: null }),
  operation(
    'SQL wildcards',
    '{ a: websites(search: "%") { totalCount } b: websites(search: "*") { totalCount } }',
    {
      data: { a: { totalCount: 0 }, b: { totalCount: 0 } },
    },
  ),
  operation(
    'more than 100 nodes',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    {
      errors: [
        graphqlError(INVALID, 'BAD_USER_INPUT', {
          path: ['nodes'],
          errors: { ids: ['Must have at most 100 ids; got 101.'] },
        }),
      ],
      data: null,
    },
    { variables: { ids: Array.from({ length: 101 }, () => globalId('Website:1')) } },
  ),
];

const ids = [
  ...[
    '3',
    'nonsense',
    '9999999999',
    globalId('Website:3'),
    globalId('ApiKey:1'),
    globalId('Website:999999999999'),
  ].map((id) => operation(`website ${id}`, `{ website(id: "${id}") { id } }`, { data: { website: null } })),
  ...[
    'Website:3',
    'Website:abc',
    'Website:99999999999',
    'Website:1.5',
    'ApiKey:2',
    'Account:2',
    'Nope:1',
  ].map((id) => operation(`node ${id}`, `{ node(id: "${globalId(id)}") { id } }`, { data: { node: null } })),
  ...['nonsense', '', '1', globalId('Website')].map((id) =>
    operation(`node "${id}", which is not a global ID`, `{ node(id: "${id}") { id } }`, {
      errors: [graphqlError(`Invalid global ID: ${id}`, 'BAD_USER_INPUT', { path: ['node'] })],
      data: { node: null },
    }),
  ),
];

/** GraphQL queries with invalid arguments. */
export const wrongArguments: WrongRequest[] = [...readings, ...ids];
