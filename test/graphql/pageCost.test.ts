import { beforeAll, expect, test } from '@jest/globals';
import { LIMITS } from '../../src/graphql/cost/cost.ts';
import type { FilterInput } from '../../src/web/gql/graphql.ts';
import { periodArguments, readAddress, seriesArguments } from '../../src/web/stats/address.ts';
import { DetailsDocument } from '../../src/web/stats/details/documents.ts';
import { PageDocument } from '../../src/web/stats/documents.ts';
import { PropertyNamesDocument, ValuesDocument } from '../../src/web/stats/filters/documents.ts';
import { FunnelDocument } from '../../src/web/stats/funnels/documents.ts';
import { GoalChangesDocument, PART } from '../../src/web/stats/goals/cardDocuments.ts';
import {
  AllGoalsDocument,
  GoalComparedDocument,
  GoalNumbersDocument,
  SHOWN,
} from '../../src/web/stats/goals/documents.ts';
import { GoalFileDocument } from '../../src/web/stats/goals/fileDocuments.ts';
import { JourneysBeforeDocument, JourneysDocument, NODES } from '../../src/web/stats/journeys/documents.ts';
import { ChangesDocument, HostsDocument, SearchDocument } from '../../src/web/stats/panels/documents.ts';
import { PropertiesDocument } from '../../src/web/stats/properties/documents.ts';
import { FUNNEL, GOAL, mutate, nodeId } from '../support/entities.ts';
import { newWebsite } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';

let trackingId: string;
const server = sharedServer({}, async (started) => {
  ({ tracking_id: trackingId } = await newWebsite(started, { privacy: '0' }));
  const filter = { event: { in: ['Signup'] } };
  await mutate(started, GOAL.create, { websiteId: '1', name: 'Signup', filter });
  const steps = Array.from({ length: 8 }, (_, step) => ({ filter: { page: { in: [`/${step}`] } } }));
  await mutate(started, FUNNEL.create, { websiteId: '1', name: 'All', steps });
});
beforeAll(() => expect(trackingId).toMatch(/^\w+$/));

/** The addresses whose periods have the most days, and those whose charts have the most points. */
const ADDRESSES = [
  '',
  '?period=today',
  '?period=last_12_months',
  '?period=all',
  '?period=last_7_days&interval=hour',
  '?from=2025-01-01&to=2026-01-06&interval=day',
  '?from=2010-01-01&to=2020-01-06&interval=week',
  '?period=all&interval=week',
  '?period=all&compare_from=2010-01-01&compare_to=2020-01-06',
];

/** A filter with so many conditions; null for none. */
const filterOf = (conditions: number): FilterInput | null =>
  conditions === 0
    ? null
    : { or: Array.from({ length: conditions }, (_, index) => ({ page: { contains: `${index}` } })) };

interface Answer {
  data?: { website: object } | null;
  errors?: { message: string }[];
  extensions: { cost: { requested: number } };
}

/** Sends an operation of the page; returns its points, and the message with which it was rejected. */
async function send(document: { toString(): string }, variables: object, key: string | null | undefined) {
  const response = await server().call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...(key !== undefined && { key }),
  });
  const { data, errors, extensions } = (await response.json()) as Answer;
  return {
    points: extensions.cost.requested,
    refused: data?.website ? null : (errors?.[0]?.message ?? 'no website'),
  };
}

/** An operation and its variables. */
type Operation = readonly [document: { toString(): string }, variables: object];

/** The journeys with each number of steps, and those of the compared period. */
const journeysOf = (base: object): Record<string, Operation> =>
  Object.fromEntries(
    ([2, 3, 4, 5] as const).flatMap((steps) => {
      const start = { page: { in: ['/'] }, not: { event: { contains: '' } } };
      const shown = { third: steps > 2, fourth: steps > 3, fifth: steps > 4 };
      const variables = { ...base, start, steps, first: NODES[steps], ...shown };
      return [
        [`journeys of ${steps} steps`, [JourneysDocument, variables] as const],
        [`… in the compared period, ${steps} steps`, [JourneysBeforeDocument, variables] as const],
      ];
    }),
  );

const CARDS = {
  sources: 'REFERRER',
  content: 'PAGE',
  places: 'CITY',
  systems: 'BROWSER',
  events: 'EVENT',
} as const;

/** The operation of the page of an address, and the largest operations that it sends later. */
function operationsOf(
  query: string,
  filter: FilterInput | null,
): {
  own: Operation;
  later: Record<string, Operation>;
} {
  const shown = readAddress(query);
  expect([query, shown.misread]).toEqual([query, false]);
  const { by, byDays } = seriesArguments(shown);
  const base = { trackingId, filter, ...periodArguments(shown) };
  const series = { ...base, by, hasPoints: true };
  const goal = { goal: nodeId('Goal', 1), hasGoal: true };
  const details = {
    ...base,
    by: ['PAGE', 'COUNTRY'],
    orderBy: { metric: 'VISITORS', direction: 'DESC' },
  };
  // Lists of values are read with the days of the period that is shown, of which there may be ten years.
  const days = { trackingId, from: '2016-11-21', to: '2026-11-21' };
  return {
    own: [PageDocument, { ...base, ...seriesArguments(shown) }],
    later: {
      'numbers of a goal': [GoalNumbersDocument, { ...series, ...goal }],
      'numbers of a goal in the compared period': [GoalComparedDocument, { ...series, byDays, ...goal }],
      'revenue of all events': [GoalNumbersDocument, { ...series, hasGoal: false }],
      'revenue of the compared period': [GoalComparedDocument, { ...series, byDays, hasGoal: false }],
      'all goals': [AllGoalsDocument, { ...base, first: SHOWN.all }],
      'changes of goals': [GoalChangesDocument, { ...base, first: PART, offset: SHOWN.all - PART }],
      'the file of goals': [GoalFileDocument, { ...base, first: PART, offset: 0 }],
      'details with a goal': [DetailsDocument, { ...details, ...goal }],
      'details with revenue': [DetailsDocument, { ...details, hasRevenue: true }],
      'a funnel of eight steps': [FunnelDocument, { ...base, funnel: '1' }],
      ...journeysOf(base),
      'changes of the cards': [ChangesDocument, { ...base, ...CARDS }],
      'a search': [SearchDocument, { ...base, stat: 'PAGE', search: 'a' }],
      'values for a condition': [ValuesDocument, { ...days, filter, by: 'HOST', search: 'a' }],
      'names of properties': [PropertyNamesDocument, days],
      properties: [PropertiesDocument, days],
      hosts: [HostsDocument, { ...days, id: nodeId('Website', 1), filter }],
    },
  };
}

test.each<[string, string | null | undefined, number]>([
  ['a viewer without an account', null, LIMITS.points.anonymous],
  ['the owner', undefined, LIMITS.points.account],
])(
  'the operation of the page, with three conditions, and what it reads later, is accepted for %s',
  async (_, key, most) => {
    const refused: string[] = [];
    // Addresses with the same days have many operations in common.
    const sent = new Set<string>();
    for (const query of ADDRESSES) {
      // The editor of filters holds ten conditions.
      for (const conditions of [0, 1, 3, 10]) {
        const { own, later } = operationsOf(query, filterOf(conditions));
        const page = await send(...own, key);
        if (page.refused) {
          // Ten conditions on each day of a year are too much for viewers without an account.
          expect([query, conditions, page.points > most]).toEqual([query, 10, true]);
          break;
        }
        for (const [name, [document, variables]] of Object.entries(later)) {
          const operation = JSON.stringify([document.toString(), variables]);
          if (sent.has(operation)) continue;
          sent.add(operation);
          const one = await send(document, variables, key);
          if (one.refused) refused.push(`${query} with ${conditions} conditions, ${name}: ${one.refused}`);
        }
      }
    }
    expect(refused).toEqual([]);
  },
);
