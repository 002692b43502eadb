import { expect } from '@jest/globals';
import type { TestServer } from '../server.ts';
import { askGraphql, askRest } from './asking.ts';
import { type RecordedVisit, readRecorded } from './recorded.ts';
import { type AskedQuestion, type Recounted, recount } from './recount.ts';

const ALWAYS = { from: '2020-01-01', to: '2030-12-31', order: null, search: null };

/** Questions whose answers depend on every column of the days. */
const questions: Omit<AskedQuestion, 'websiteId'>[] = [
  { ...ALWAYS, by: ['page', 'event'], filter: { not: { country: { in: ['nowhere'] } } } },
  { ...ALWAYS, by: ['day', 'country'], filter: { visited: { page: { starts_with: '/' } } } },
  { ...ALWAYS, by: ['channel', 'exit_page', 'browser'], filter: { event: { not_contains: 'nothing' } } },
  { ...ALWAYS, by: ['hour', 'landing_page'], filter: { utm_term: { in: [''] }, city: { contains: 'å' } } },
];

const PAGE = { offset: 0, limit: 100 };

/** The recounts of rows by website: tests ask about the same rows again and again. */
const recounts = new WeakMap<readonly RecordedVisit[], Map<number, Recounted[]>>();

function recountsOf(rows: readonly RecordedVisit[], websiteId: number): Recounted[] {
  const ofRows = recounts.get(rows) ?? new Map<number, Recounted[]>();
  recounts.set(rows, ofRows);
  const counted =
    ofRows.get(websiteId) ?? questions.map((question) => recount(rows, { ...question, websiteId }));
  ofRows.set(websiteId, counted);
  return counted;
}

/**
 * Expects that a server answers questions about websites exactly as a recount of the rows does.
 * @param recorded the rows, if they have been read already.
 */
export async function expectExact(
  server: TestServer,
  websiteIds: readonly number[] = [1],
  recorded?: readonly RecordedVisit[],
): Promise<void> {
  const rows = recorded ?? (await readRecorded(server));
  for (const websiteId of websiteIds) {
    for (const [index, counted] of recountsOf(rows, websiteId).entries()) {
      const asked = { ...(questions[index] as (typeof questions)[number]), websiteId };
      const expected = {
        metrics: counted.metrics,
        rows: counted.rows.slice(0, PAGE.limit),
        total: counted.rows.length,
      };
      const ask = index % 2 === 0 ? askGraphql : askRest;
      expect(await ask(server, asked, PAGE)).toEqual(expected);
    }
  }
}
