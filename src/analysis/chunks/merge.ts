import { VISIT_DIMENSIONS, type VisitDimension } from '../dimensions.ts';
import type { HitRow, VisitRow } from './build.ts';
import { narrow } from './codec.ts';
import type { DayColumns, Integers, TextColumn } from './columns.ts';

/** Identifies a visit of a day. */
export interface VisitKey {
  visitor: string;
  number: number;
}

/** A day whose columns can be extended. */
export interface OpenDay {
  columns: DayColumns;
  /** By visit, in the order of the columns. */
  keys: readonly VisitKey[];
}

/** The position of the dimensions in a VisitRow (build.ts). */
const FIRST_DIMENSION = 4;

const compareKeys = (one: VisitKey, other: VisitKey) =>
  one.visitor < other.visitor ? -1 : one.visitor > other.visitor ? 1 : one.number - other.number;

/** Returns the keys of visits in the order of the columns of their day. */
export const keysOf = (visits: readonly VisitRow[]): VisitKey[] => visits.map(keyOf).sort(compareKeys);

const keyOf = ([visitor, number]: VisitRow): VisitKey => ({ visitor: String(visitor), number });

/** A visit of the merged day. */
interface Merged {
  key: VisitKey;
  /** Its row in the columns; -1 for a new visit. */
  before: number;
  /** Its new row; null if it has not changed. */
  after: VisitRow | null;
  hits: HitRow[];
}

/**
 * Adds hits to a day. It takes time for the copies of the columns, and for the new hits.
 * @param visits the visits of all new hits, as they are now.
 * @param hits the new hits, in the order of their ids.
 * @throws Error if a hit has no visit.
 */
export function extendDay(
  { columns, keys }: OpenDay,
  visits: readonly VisitRow[],
  hits: readonly HitRow[],
): OpenDay {
  const merged = mergeVisits(keys, visits, hits);
  const ofVisits = (old: Integers, of: (visit: VisitRow) => number): Uint32Array =>
    Uint32Array.from(merged, ({ before, after }) => (after ? of(after) : (old[before] as number)));
  const counted = (old: Integers, isCounted: (hit: HitRow) => boolean) =>
    narrow(
      Uint32Array.from(
        merged,
        ({ before, hits }) => (before < 0 ? 0 : (old[before] as number)) + hits.filter(isCounted).length,
      ),
    );
  const ofHits = hitCopier(columns, merged, columns.hits + hits.length);
  const dimension = (name: VisitDimension, index: number): [VisitDimension, TextColumn] => {
    const texts = extendTexts(columns.dimensions[name]);
    const ids = ofVisits(texts.ids, (visit) => texts.idOf(visit[FIRST_DIMENSION + index] as string));
    return [name, { values: texts.values, ids: narrow(ids) }];
  };
  const hitTexts = (column: TextColumn, of: (hit: HitRow) => string): TextColumn => {
    const texts = extendTexts(column);
    const ids = ofHits(texts.ids, (hit) => texts.idOf(of(hit)));
    return { values: texts.values, ids: narrow(ids) };
  };
  return {
    keys: merged.map(({ key }) => key),
    columns: {
      ...{ day: columns.day, visits: merged.length, hits: columns.hits + hits.length },
      opens: Uint8Array.from(merged, ({ key }, row) =>
        key.visitor === merged[row - 1]?.key.visitor ? 0 : 1,
      ),
      hour: Uint8Array.from(ofVisits(columns.hour, ([, , hour]) => hour)),
      duration: ofVisits(columns.duration, ([, , , duration]) => duration),
      pageviews: counted(columns.pageviews, (hit) => hit[5] === null),
      events: counted(columns.events, (hit) => hit[5] !== null),
      dimensions: Object.fromEntries(VISIT_DIMENSIONS.map(dimension)) as Record<VisitDimension, TextColumn>,
      page: hitTexts(columns.page, (hit) => hit[4]),
      event: hitTexts(columns.event, (hit) => hit[5] ?? ''),
      hitHour: Uint8Array.from(ofHits(columns.hitHour, (hit) => hit[3])),
    },
  };
}

/** Merges the visits of a day with those that are new or have new hits. */
function mergeVisits(
  keys: readonly VisitKey[],
  visits: readonly VisitRow[],
  hits: readonly HitRow[],
): Merged[] {
  const changed = visits
    .map((after): Merged => ({ key: keyOf(after), before: -1, after, hits: [] }))
    .sort((one, other) => compareKeys(one.key, other.key));
  const byKey = new Map(changed.map((visit) => [`${visit.key.visitor} ${visit.key.number}`, visit]));
  for (const hit of hits) {
    const visit = byKey.get(`${hit[0]} ${hit[1]}`);
    if (!visit) throw new Error(`A hit has no visit ${hit[1]} of visitor ${hit[0]}.`);
    visit.hits.push(hit);
  }
  const merged: Merged[] = [];
  let next = 0;
  for (const [before, key] of keys.entries()) {
    for (; next < changed.length && compareKeys((changed[next] as Merged).key, key) < 0; next += 1)
      merged.push(changed[next] as Merged);
    const same = changed[next];
    if (same && compareKeys(same.key, key) === 0) {
      merged.push({ ...same, before });
      next += 1;
    } else merged.push({ key, before, after: null, hits: [] });
  }
  return [...merged, ...changed.slice(next)];
}

/** A column of texts that grows. */
function extendTexts({ values, ids }: TextColumn) {
  const all = [...values];
  const positions = new Map(all.map((text, index) => [text, index]));
  return {
    values: all,
    ids,
    idOf(text: string): number {
      const known = positions.get(text);
      if (known !== undefined) return known;
      positions.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}

/** Returns a function that copies a column of hits: those of each visit, and then its new ones. */
function hitCopier({ pageviews, events, visits }: DayColumns, merged: readonly Merged[], length: number) {
  const starts = new Uint32Array(visits + 1);
  for (let visit = 0; visit < visits; visit += 1)
    starts[visit + 1] = (starts[visit] as number) + (pageviews[visit] as number) + (events[visit] as number);
  return (old: Integers, of: (hit: HitRow) => number): Uint32Array => {
    const copied = new Uint32Array(length);
    let row = 0;
    for (const { before, hits } of merged) {
      if (before >= 0) {
        const part = old.subarray(starts[before], starts[before + 1]);
        copied.set(part, row);
        row += part.length;
      }
      for (const hit of hits) {
        copied[row] = of(hit);
        row += 1;
      }
    }
    return copied;
  };
}
