import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  buildDay,
  FIRST_DIMENSION,
  type HitRow,
  type VisitRow,
} from '../../../../src/engine/columns/chunks/build.ts';
import type { DayColumns, TextColumn } from '../../../../src/engine/columns/chunks/columns.ts';
import { DayLimits, limitRows, MAX_PROPERTIES } from '../../../../src/engine/columns/chunks/limit.ts';
import { extendDay, openDay } from '../../../../src/engine/columns/chunks/merge.ts';
import { VISIT_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';

/** Hits of few visits with few values, in the order of their ids. */
const sequences = fc.array(
  fc.record({
    visitor: fc.constantFrom('1', '2', '3', '4'),
    visit: fc.constantFrom(1, 2),
    path: fc.constantFrom('', '/a', '/b', '/c', '/d', '(other)'),
    event: fc.constantFrom(null, null, 'Buy', 'See', 'Go'),
    host: fc.constantFrom('', 'a.test', 'b.test', 'c.test'),
    value: fc.constantFrom('', 'x', 'y', 'z', '(other)'),
    plan: fc.constantFrom('', 'free', 'pro', 'team', '(other)'),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);
type Sent = typeof sequences extends fc.Arbitrary<(infer One)[]> ? One : never;

const hitRows = (list: readonly Sent[]): HitRow[] =>
  list.map(({ visitor, visit, path, event, host, plan }, at) => [
    ...([visitor, visit, at, 9, path, event, host] as const),
    ...([plan === '' ? null : JSON.stringify({ plan }), null] as const),
  ]);

/** The visits of the first hits, as they are then. Their landing page and exit page are those of the hits. */
function visitRows(list: readonly Sent[], only: readonly Sent[] = list): VisitRow[] {
  const rows = new Map<string, VisitRow>();
  const wanted = new Set(only.map(({ visitor, visit }) => `${visitor} ${visit}`));
  for (const { visitor, visit, path, event, value } of list) {
    const key = `${visitor} ${visit}`;
    if (!wanted.has(key)) continue;
    const before = rows.get(key);
    const row =
      before ?? ([visitor, visit, 9, 0, 0, ...VISIT_DIMENSIONS.map(() => value)] as unknown as VisitRow);
    const of = new Map<string, string>(
      VISIT_DIMENSIONS.map((name, i) => [name, row[FIRST_DIMENSION + i] as string]),
    );
    if (!before) of.set('landing_page', path);
    if (!before) of.set('exit_page', '');
    if (event === null) of.set('exit_page', path);
    rows.set(key, [visitor, visit, 9, 0, 0, ...of.values()] as unknown as VisitRow);
  }
  return [...rows.values()];
}

/** The names that remain, hit by hit, with plain sets. */
function recount(list: readonly Sent[], most: number) {
  const sets = new Map<string, Set<string>>();
  const kept = (of: string, text: string) => {
    const set = sets.get(of) ?? new Set<string>();
    sets.set(of, set);
    if (text !== '' && text !== '(other)' && !set.has(text)) {
      if (set.size === most) return '(other)';
      set.add(text);
    }
    return text;
  };
  const visits = new Map<string, { landing: string; value: string; exit: string }>();
  const hits = list.map(({ visitor, visit, path, event, host, value, plan }) => {
    const key = `${visitor} ${visit}`;
    const of = visits.get(key) ?? { landing: kept('landing', path), value: kept('value', value), exit: '' };
    visits.set(key, of);
    const shown = kept(event === null ? 'page' : 'page of event', path);
    if (event === null) of.exit = shown;
    const names = { event: event === null ? '' : kept('event', event), host: kept('host', host) };
    return { path: shown, ...names, plan: kept('plan', plan) };
  });
  return { visits: [...visits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of), hits };
}

const texts = ({ values, ids }: TextColumn) => [...ids].map((id) => values[id]);

/** The same of columns; the hits in the order of their ids. */
function shown(day: DayColumns, list: readonly Sent[]) {
  const [landing, value, exit] = (['landing_page', 'os', 'exit_page'] as const).map((name) =>
    texts(day.dimensions[name]),
  );
  const [path, event, host] = [day.page, day.event, day.host].map(texts);
  const plans = day.extras?.properties.get('plan');
  const plan = plans ? texts(plans) : list.map(() => '');
  const order = list
    .map(({ visitor, visit }, at) => ({ key: `${visitor} ${visit}`, at }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : one.at - other.at));
  const hits = new Array<unknown>(list.length);
  for (const [row, { at }] of order.entries())
    hits[at] = { path: path?.[row], event: event?.[row], host: host?.[row], plan: plan[row] };
  const visits = (landing ?? []).map((_, row) => ({
    landing: landing?.[row],
    value: value?.[row],
    exit: exit?.[row],
  }));
  return { visits, hits };
}

const limit = fc.integer({ min: 1, max: 3 });

describe('the distinct values of a day', () => {
  test('are the first ones of each statistic, as a slow recount of its hits says', () => {
    fc.assert(
      fc.property(sequences, limit, (list, most) => {
        const { visits, hits } = limitRows({ visits: visitRows(list), hits: hitRows(list) }, most);
        expect(shown(buildDay(20261121, visits, hits), list)).toEqual(recount(list, most));
      }),
    );
  });

  test('are the same while hits are added to the day, also if its columns were stored in between', () => {
    let replaced = 0;
    const steps = fc.record({
      step: fc.integer({ min: 1, max: 5 }),
      restarts: fc.array(fc.boolean(), { minLength: 1 }),
    });
    fc.assert(
      fc.property(sequences, limit, steps, (list, most, { step, restarts }) => {
        const first = list.slice(0, step);
        const rows = limitRows({ visits: visitRows(first), hits: hitRows(first) }, most);
        let open = openDay(buildDay(20261121, rows.visits, rows.hits), rows.visits);
        let limits = new DayLimits(most, open.columns);
        for (let next = step; next < list.length; next += step) {
          const until = list.slice(0, next + step);
          const some = until.slice(next);
          const added = limits.apply({ visits: visitRows(until, some), hits: hitRows(until).slice(next) });
          open = extendDay(open, added.visits, added.hits);
          if (restarts[next % restarts.length]) limits = new DayLimits(most, open.columns);
        }
        const found = shown(open.columns, list);
        expect(found).toEqual(recount(list, most));
        replaced += found.visits.filter(({ exit }) => exit === '(other)').length;
      }),
    );
    expect(replaced).toBeGreaterThan(0);
  });

  test('are all of them without a limit, and below it: the rows are used as they are', () => {
    const hits = hitRows([
      { visitor: '1', visit: 1, path: '/a', event: null, host: 'a.test', value: 'x', plan: '' },
    ]);
    const rows = { visits: [], hits };
    for (const most of [0, 1, 5]) expect(limitRows(rows, most)).toBe(rows);
  });

  test('leave out the properties after the first 100, also while hits are added', () => {
    const hit = (at: number): HitRow => [
      '1',
      1,
      at,
      9,
      '/',
      null,
      '',
      JSON.stringify({ [`p${at}`]: 'x' }),
      null,
    ];
    const hits = Array.from({ length: MAX_PROPERTIES + 2 }, (_, at) => hit(at));
    const limits = new DayLimits(5);
    const rows = [
      ...limitRows({ visits: [], hits }, 5).hits,
      ...[hits.slice(0, 50), hits.slice(50)].flatMap((some) => limits.apply({ visits: [], hits: some }).hits),
    ];
    const expected = hits.map((row, at) => (at < MAX_PROPERTIES ? row : row.with(7, null)));
    expect(rows).toEqual([...expected, ...expected]);
  });
});
