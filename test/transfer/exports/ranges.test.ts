import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { AppError } from '../../../src/errors.ts';
import { createRowCheck } from '../../../src/transfer/imports/ownRows.ts';
import type { OwnRow, RowsRecord } from '../../../src/transfer/sources/records.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { exportTo, readBack, rewritten } from '../../support/transfer/exports.ts';

const server = sharedServer({}, async (started) => {
  const { id } = await newWebsite(started);
  const traffic = { websiteId: id, timezone: 'UTC', from: '2026-11-01', days: 2, visitors: 4, seed: 3 };
  await record(started, randomTraffic(traffic));
});

/** Why an export is refused whose first row has other values; undefined if it is read. */
async function refusal(name: string, fields: object): Promise<string | undefined> {
  await using temporary = await temporaryFolder();
  const [file, target] = ['a.zip', 'b.zip'].map((one) => path.join(temporary.folder, one)) as [
    string,
    string,
  ];
  await exportTo(file, server(), 1, { format: 'jsonl' });
  await rewritten(file, target, (of, text) => {
    if (of !== `${name}.jsonl`) return text;
    const [first = '', ...others] = text.split('\n');
    return [JSON.stringify({ ...JSON.parse(first), ...fields }), ...others].join('\n');
  });
  const error = await readBack(target).then(
    () => undefined,
    (reason: AppError) => reason,
  );
  return error?.details.fields?.file?.join(' ') ?? error?.message;
}

const damage = (what: string) => `The archive is damaged or incomplete: ${what}.`;

test.each([
  ['visits', { hour: 24 }, '"hour" of row 1 of visits.jsonl must be between 0 and 23; got 24'],
  ['visits', { hour: -1 }, '"hour" of row 1 of visits.jsonl must be between 0 and 23; got -1'],
  ['visits', { number: 0 }, '"number" of row 1 of visits.jsonl must be between 1 and 2147483647; got 0'],
  [
    'visits',
    { pageviews: 2 ** 31 },
    '"pageviews" of row 1 of visits.jsonl must be between 0 and 2147483647; got 2147483648',
  ],
  ['visits', { events: -1 }, '"events" of row 1 of visits.jsonl must be between 0 and 2147483647; got -1'],
  ['visits', { country: 'fr' }, '"country" of row 1 of visits.jsonl must be a code such as FR'],
  [
    'visits',
    { browser: 'x'.repeat(101) },
    '"browser" of row 1 of visits.jsonl must have at most 100 characters; it has 101',
  ],
  ['visits', { exit_id: '-1' }, '"exit_id" of row 1 of visits.jsonl must not be negative'],
  [
    'visits',
    { started_at: '2026-11-05T00:00:00.000Z' },
    '"started_at" of row 1 of visits.jsonl must be a time of its day',
  ],
  [
    'visits',
    { started_at: '2026-11-02T12:00:00.000Z', last_at: '2026-11-02T11:00:00.000Z' },
    'row 1 of visits.jsonl has "last_at" before "started_at"',
  ],
  ['hits', { id: '-1' }, '"id" of row 1 of hits.jsonl must not be negative'],
  ['hits', { visit: 0 }, '"visit" of row 1 of hits.jsonl must be between 1 and 2147483647; got 0'],
  ['hits', { at: '1969-12-31T23:00:00.000Z' }, '"at" of row 1 of hits.jsonl must be a time of its day'],
  [
    'hits',
    { page: `/${'x'.repeat(500)}` },
    '"page" of row 1 of hits.jsonl must have at most 500 characters; it has 501',
  ],
  ['hits', { host: 'a\0' }, '"host" of row 1 of hits.jsonl must be a text without NUL and lone surrogates'],
  [
    'hits',
    { host: '\ud800' },
    '"host" of row 1 of hits.jsonl must be a text without NUL and lone surrogates',
  ],
  ['hits', { properties: '{' }, '"properties" of row 1 of hits.jsonl must be a JSON object of texts'],
  ['hits', { properties: '{"a":1}' }, '"properties" of row 1 of hits.jsonl must be a JSON object of texts'],
  ['hits', { currency: 'eur' }, '"currency" of row 1 of hits.jsonl must be a code such as EUR'],
  ['hits', { amount: '1', currency: null }, 'row 1 of hits.jsonl has only one of "amount" and "currency"'],
])('a row of %s with %j is refused with its field and its number', async (name, fields, what) => {
  expect(await refusal(name, fields)).toBe(damage(what));
});

test('a row at the limits is read', async () => {
  expect(await refusal('visits', { hour: 23, number: 1, country: '', browser: 'x'.repeat(100) })).toBe(
    undefined,
  );
  const properties = JSON.stringify({ a: 'b' });
  expect(await refusal('hits', { hour: 0, page: 'x'.repeat(500), properties })).toBe(undefined);
});

const HITS = (ids: readonly number[], day = 20261101): RowsRecord => ({
  kind: 'rows',
  line: 1,
  day,
  visits: ids.length > 0 ? [{ visitor: '1', number: 1 } as OwnRow] : [],
  hits: ids.map((id) => ({ id: String(id), visitor: '1', visit: 1 })),
});

test.each([
  [[1, 2, 3], undefined],
  // Hits of a wrong clock, whose ids are of other days, follow the others.
  [[5, 6, 2, 9], undefined],
  [[1, 1], 'hits are not in the order of their ids'],
  [[5, 2, 9, 3], 'hits are not in the order of their ids'],
])('hits of a day with the ids %j are %s', (ids, problem) => {
  const check = () => createRowCheck(20261121).add(HITS(ids));
  if (problem === undefined) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({
        details: { fields: { file: [`The export is damaged: on 2026-11-01, ${problem}.`] } },
      }),
    );
});

test.each([
  [20261122, 'which has not begun, there are hits'],
  [19891231, 'before which there was no web, there are hits'],
])('rows of the day %d are refused', (day, problem) => {
  expect(() => createRowCheck(20261121).add(HITS([1], day))).toThrow(
    expect.objectContaining({ details: { fields: { file: [expect.stringContaining(problem)] } } }),
  );
});
