import {
  type HitDimension,
  propertyDimension,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '../../registry/dimensions.ts';
import { FIRST_DIMENSION, type HitRow, parseProperties, type VisitRow } from './build.ts';
import { type DayColumns, type DayExtras, startOf, type TextColumn, zigzag } from './columns.ts';
import { GrowingTexts, type TextName } from './growingTexts.ts';
import { type Insertions, type Integers, withRoomFor } from './integers.ts';

/** Identifies a visit of a day. */
export interface VisitKey {
  visitor: string;
  number: number;
}

/** The columns of a day that can be extended. */
export type OpenColumns = DayColumns & { extras: DayExtras };

/** A day whose columns can be extended. */
export interface OpenDay {
  columns: OpenColumns;
  /** By visit, in the order of the columns. */
  keys: readonly VisitKey[];
  /** The values of the columns of texts. All versions of the day share them. */
  texts: GrowingTexts;
}

const compareKeys = (one: VisitKey, other: VisitKey) =>
  one.visitor < other.visitor ? -1 : one.visitor > other.visitor ? 1 : one.number - other.number;

const keyOf = ([visitor, number]: VisitRow): VisitKey => ({ visitor: String(visitor), number });

/** Returns the keys of visits in the order of the columns of their day. */
export const keysOf = (visits: readonly VisitRow[]): VisitKey[] => visits.map(keyOf).sort(compareKeys);

/** Returns a day that was built from all of its rows, ready to be extended. */
export const openDay = (columns: OpenColumns, visits: readonly VisitRow[]): OpenDay => ({
  columns,
  keys: keysOf(visits),
  texts: new GrowingTexts(),
});

/** A visit that is new or has new hits. */
interface ChangedVisit {
  key: VisitKey;
  visit: VisitRow;
  isNew: boolean;
  /** Its row before; that of the visit before which it belongs if it is new. */
  before: number;
  /** Its row afterwards. */
  after: number;
  /** Its new hits. */
  hits: HitRow[];
}

/**
 * Adds hits to a day. Columns are copied, because questions may still read those before; everything else
 * takes time only for the new hits.
 * @param visits the visits of all new hits, as they are now.
 * @param hits the new hits, in the order of their ids.
 * @throws Error if a hit has no visit.
 */
export function extendDay(
  { columns, keys, texts }: OpenDay,
  visits: readonly VisitRow[],
  hits: readonly HitRow[],
): OpenDay {
  const changed = changedVisits(keys, visits, hits);
  const opened = changed.filter(({ isNew }) => isNew);
  const ofVisits = visitCopier(changed, opened);
  const ofHits = hitCopier(columns, changed);
  const counted = (old: Integers, isCounted: (hit: HitRow) => boolean): Integers =>
    ofVisits(old, ({ isNew, before, hits }) => {
      let count = isNew ? 0 : (old[before] as number);
      for (const hit of hits) if (isCounted(hit)) count++;
      return count;
    });
  const dimension = (name: VisitDimension, index: number): [VisitDimension, TextColumn] => {
    const column = columns.dimensions[name];
    const { values, idOf } = texts.of(name, column);
    return [
      name,
      { values, ids: ofVisits(column.ids, ({ visit }) => idOf(visit[FIRST_DIMENSION + index] as string)) },
    ];
  };
  const extended = (name: TextName, column: TextColumn, textOf: (hit: HitRow) => string): TextColumn => {
    const { values, idOf } = texts.of(name, column);
    return { values, ids: ofHits(column.ids, (hit) => idOf(textOf(hit))) };
  };
  const hitTexts = (name: HitDimension, textOf: (hit: HitRow) => string) =>
    extended(name, columns[name], textOf);
  const extendedKeys = insertKeys(keys, opened);
  return {
    keys: extendedKeys,
    texts,
    columns: {
      day: columns.day,
      visits: extendedKeys.length,
      hits: columns.hits + hits.length,
      opens: extendOpens(columns.opens, extendedKeys, opened),
      hour: ofVisits(columns.hour, ({ visit }) => visit[2]),
      duration: ofVisits(columns.duration, ({ visit }) => visit[3]),
      pageviews: counted(columns.pageviews, (hit) => hit[5] === null),
      events: counted(columns.events, (hit) => hit[5] !== null),
      dimensions: Object.fromEntries(VISIT_DIMENSIONS.map(dimension)) as Record<VisitDimension, TextColumn>,
      page: hitTexts('page', (hit) => hit[4]),
      event: hitTexts('event', (hit) => hit[5] ?? ''),
      host: hitTexts('host', (hit) => hit[6]),
      hitHour: ofHits(columns.hitHour, (hit) => hit[3]),
      extras: {
        start: ofVisits(columns.extras.start, ({ visit }) => startOf(columns.day, visit[4])),
        offset: ofHits(columns.extras.offset, offsetsOf(changed)),
        properties: extendProperties(columns, hits, extended),
        revenue: extended('revenue', columns.extras.revenue, (hit) => hit[8] ?? ''),
      },
    },
  };
}

/** Returns the function that returns the offset of a new hit. */
function offsetsOf(changed: readonly ChangedVisit[]): (hit: HitRow) => number {
  const starts = new Map(changed.flatMap(({ visit, hits }) => hits.map((hit) => [hit, visit[4]] as const)));
  return (hit) => zigzag(hit[2] - (starts.get(hit) as number));
}

/** Adds the properties of new hits, in the order of the names. */
function extendProperties(
  { hits: before, extras: { properties } }: OpenColumns,
  hits: readonly HitRow[],
  extended: (name: TextName, column: TextColumn, textOf: (hit: HitRow) => string) => TextColumn,
): ReadonlyMap<string, TextColumn> {
  const found = new Map(hits.map((hit) => [hit, new Map(parseProperties(hit[7]))]));
  const names = new Set([...properties.keys(), ...[...found.values()].flatMap((own) => [...own.keys()])]);
  return new Map(
    [...names].sort().map((name) => {
      const column = properties.get(name) ?? { values: [''], ids: new Uint8Array(before) };
      return [name, extended(propertyDimension(name), column, (hit) => found.get(hit)?.get(name) ?? '')];
    }),
  );
}

/** Returns the visits that are new or have new hits, in the order of the columns. */
function changedVisits(
  keys: readonly VisitKey[],
  visits: readonly VisitRow[],
  hits: readonly HitRow[],
): ChangedVisit[] {
  const changed = visits
    .map((visit): ChangedVisit => {
      const key = keyOf(visit);
      const before = findKey(keys, key);
      const found = keys[before];
      const isNew = found === undefined || compareKeys(found, key) !== 0;
      return { key, visit, isNew, before, after: before, hits: [] };
    })
    .sort((one, other) => compareKeys(one.key, other.key));
  let inserted = 0;
  for (const visit of changed) {
    visit.after = visit.before + inserted;
    if (visit.isNew) inserted++;
  }
  const byKey = new Map(changed.map((visit) => [`${visit.key.visitor} ${visit.key.number}`, visit]));
  for (const hit of hits) {
    const visit = byKey.get(`${hit[0]} ${hit[1]}`);
    if (!visit) throw new Error(`A hit has no visit ${hit[1]} of visitor ${hit[0]}.`);
    visit.hits.push(hit);
  }
  return changed;
}

/** Returns the position of the first key that is not less than another one. */
function findKey(keys: readonly VisitKey[], key: VisitKey): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareKeys(keys[middle] as VisitKey, key) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insertKeys(keys: readonly VisitKey[], opened: readonly ChangedVisit[]): readonly VisitKey[] {
  if (opened.length === 0) return keys;
  const all = new Array<VisitKey>(keys.length + opened.length);
  let next = 0;
  for (let row = 0; row < all.length; row++) {
    const visit = opened[next];
    if (visit?.after === row) {
      all[row] = visit.key;
      next++;
    } else all[row] = keys[row - next] as VisitKey;
  }
  return all;
}

/** A new visit may also come before the first one of its visitor. */
function extendOpens(opens: Integers, keys: readonly VisitKey[], opened: readonly ChangedVisit[]): Integers {
  const extended = withRoomFor(opens, insertionsOf(opened), 1);
  for (const { after } of opened)
    for (const row of [after, after + 1])
      if (row < keys.length) extended[row] = keys[row]?.visitor === keys[row - 1]?.visitor ? 0 : 1;
  return extended;
}

const insertionsOf = (opened: readonly ChangedVisit[]): Insertions => ({
  at: opened.map(({ before }) => before),
  counts: opened.map(() => 1),
  total: opened.length,
});

/** Returns a function that copies a column of visits, and sets its value for each changed visit. */
function visitCopier(changed: readonly ChangedVisit[], opened: readonly ChangedVisit[]) {
  const insertions = insertionsOf(opened);
  return <T extends Integers>(old: T, integerOf: (visit: ChangedVisit) => number): T => {
    const values = changed.map(integerOf);
    const copy = withRoomFor(old, insertions, maximum(values));
    for (let index = 0; index < values.length; index++)
      copy[(changed[index] as ChangedVisit).after] = values[index] as number;
    return copy;
  };
}

/** Returns a function that copies a column of hits, in which the new hits of a visit follow its others. */
function hitCopier({ pageviews, events, visits }: DayColumns, changed: readonly ChangedVisit[]) {
  const starts = new Uint32Array(visits + 1);
  for (let visit = 0; visit < visits; visit++)
    starts[visit + 1] = (starts[visit] as number) + (pageviews[visit] as number) + (events[visit] as number);
  const hits = changed.flatMap((visit) => visit.hits);
  const insertions: Insertions = {
    at: changed.map(({ before, isNew }) => starts[isNew ? before : before + 1] as number),
    counts: changed.map((visit) => visit.hits.length),
    total: hits.length,
  };
  return <T extends Integers>(old: T, integerOf: (hit: HitRow) => number): T => {
    const values = hits.map(integerOf);
    const copy = withRoomFor(old, insertions, maximum(values));
    let next = 0;
    for (let index = 0; index < changed.length; index++) {
      let row = (insertions.at[index] as number) + next;
      for (const end = row + (insertions.counts[index] as number); row < end; row++) {
        copy[row] = values[next] as number;
        next++;
      }
    }
    return copy;
  };
}

const maximum = (numbers: readonly number[]) => numbers.reduce((max, number) => Math.max(max, number), 0);
