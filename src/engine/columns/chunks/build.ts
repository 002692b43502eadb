import { VISIT_DIMENSIONS, type VisitDimension } from '../../registry/dimensions.ts';
import { type DayColumns, type DayExtras, startOf, type TextColumn, zigzag } from './columns.ts';
import { narrow } from './integers.ts';

/** Identifies a visitor of one day. All visitors of one call have the same type. */
export type VisitorKey = bigint | number | string;

/**
 * A visit, as an array in this order: visitor, number of the visit, local hour of the first hit, time from
 * the first to the last hit in milliseconds, its start in Unix milliseconds, and then one text for each of
 * VISIT_DIMENSIONS.
 */
export type VisitRow = readonly [
  visitor: VisitorKey,
  number: number,
  hour: number,
  duration: number,
  startedAt: number,
  ...dimensions: string[],
];

/**
 * A hit, as an array in this order: visitor, number of the visit, Unix milliseconds, local hour, path, the
 * name of the event, null for a pageview, the host, its properties as JSON, null for none, and its revenue in
 * ten-thousandths and a currency, such as `499000 EUR`, null for none.
 */
export type HitRow = readonly [
  visitor: VisitorKey,
  visit: number,
  at: number,
  hour: number,
  path: string,
  event: string | null,
  host: string,
  properties: string | null,
  revenue: string | null,
];

/** The position of the first dimension in a VisitRow. */
export const FIRST_DIMENSION = 5;

/** Parses the properties of a hit, as they are stored. */
export const parseProperties = (properties: string | null): readonly (readonly [string, string])[] =>
  properties === null ? [] : Object.entries(JSON.parse(properties) as Record<string, string>);

/** Collects the texts of a column. Null becomes '' and is kept apart from it. */
class TextBuilder {
  private readonly positions = new Map<string | null, number>();
  private readonly ids: Uint32Array;

  constructor(rows: number) {
    this.ids = new Uint32Array(rows);
  }

  idOf(text: string | null): number {
    let id = this.positions.get(text);
    if (id === undefined) {
      id = this.positions.size;
      this.positions.set(text, id);
    }
    return id;
  }

  set(row: number, text: string | null): void {
    this.ids[row] = this.idOf(text);
  }

  build(): TextColumn {
    return { values: Array.from(this.positions.keys(), (text) => text ?? ''), ids: narrow(this.ids) };
  }
}

const order = (a: VisitRow, b: VisitRow) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]);

/**
 * Builds the columns of a day from the rows of the database. The numbers of pageviews and events of a visit
 * are counted from the hits, so that a chunk is consistent even if the database is not.
 *
 * @param day as 20261121.
 * @param visits in any order.
 * @param hits in the order of their ids.
 * @throws Error if a hit has no visit, a visit has no hit, a visit occurs twice, or an hour is not 0 to 23.
 */
export function buildDay(
  day: number,
  visits: readonly VisitRow[],
  hits: readonly HitRow[],
): DayColumns & { extras: DayExtras } {
  const sorted = visits.toSorted(order);
  const visitOfHit = findVisits(day, sorted, hits);
  const { hitOrder, starts } = sortHits(sorted.length, visitOfHit, hits);
  const pageviews = new Uint32Array(sorted.length);
  const events = new Uint32Array(sorted.length);
  const page = new TextBuilder(hits.length);
  const event = new TextBuilder(hits.length);
  event.idOf(null);
  const host = new TextBuilder(hits.length);
  const extras = new ExtrasBuilder(hits.length);
  const hitHour = new Uint8Array(hits.length);
  for (const [row, hit] of hitOrder.entries()) {
    const [, , at, hour, path, name, of, properties, revenue] = hits[hit] as HitRow;
    const visit = visitOfHit[hit] as number;
    const counts = name === null ? pageviews : events;
    counts[visit] = (counts[visit] as number) + 1;
    hitHour[row] = checkHour(day, hour);
    page.set(row, path);
    event.set(row, name);
    host.set(row, of);
    extras.set(row, at - (sorted[visit] as VisitRow)[4], properties, revenue);
  }
  const empty = sorted.findIndex((_visit, row) => starts[row] === starts[row + 1]);
  if (empty >= 0) throw new Error(`Day ${day}: visit ${describe(sorted[empty])} has no hit.`);
  return {
    day,
    visits: sorted.length,
    hits: hits.length,
    opens: Uint8Array.from(sorted, ([visitor], row) => (visitor === sorted[row - 1]?.[0] ? 0 : 1)),
    hour: Uint8Array.from(sorted, ([, , hour]) => checkHour(day, hour)),
    duration: Uint32Array.from(sorted, ([, , , duration]) => duration),
    pageviews: narrow(pageviews),
    events: narrow(events),
    dimensions: Object.fromEntries(
      VISIT_DIMENSIONS.map((name, index) => [name, visitColumn(sorted, FIRST_DIMENSION + index)]),
    ) as Record<VisitDimension, TextColumn>,
    page: page.build(),
    event: event.build(),
    host: host.build(),
    hitHour,
    extras: extras.build(day, sorted),
  };
}

/** Collects the extras of hits. */
class ExtrasBuilder {
  private readonly offset: Uint32Array;
  private readonly properties = new Map<string, TextBuilder>();
  private readonly revenue: TextBuilder;
  private readonly hits: number;

  constructor(hits: number) {
    this.hits = hits;
    this.offset = new Uint32Array(hits);
    this.revenue = this.column();
  }

  private column(): TextBuilder {
    const column = new TextBuilder(this.hits);
    column.idOf('');
    return column;
  }

  set(row: number, offset: number, properties: string | null, revenue: string | null): void {
    this.offset[row] = zigzag(offset);
    if (revenue !== null) this.revenue.set(row, revenue);
    for (const [name, value] of parseProperties(properties)) {
      const column = this.properties.get(name) ?? this.column();
      this.properties.set(name, column);
      column.set(row, value);
    }
  }

  build(day: number, visits: readonly VisitRow[]): DayExtras {
    const sorted = [...this.properties].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      start: Uint32Array.from(visits, (visit) => startOf(day, visit[4])),
      offset: narrow(this.offset),
      properties: new Map(sorted.map(([name, column]) => [name, column.build()])),
      revenue: this.revenue.build(),
    };
  }
}

const describe = (visit: VisitRow | undefined) => `${visit?.[1]} of visitor ${visit?.[0]}`;

function checkHour(day: number, hour: number): number {
  if (hour >= 0 && hour <= 23) return hour;
  throw new Error(`Day ${day}: an hour must be 0 to 23; got ${hour}.`);
}

/** Returns the row of the visit of each hit. */
function findVisits(day: number, visits: readonly VisitRow[], hits: readonly HitRow[]): Uint32Array {
  const firstOfVisitor = new Map<VisitorKey, number>();
  for (const [row, visit] of visits.entries()) {
    const previous = visits[row - 1];
    if (previous?.[0] !== visit[0]) firstOfVisitor.set(visit[0], row);
    else if (previous[1] === visit[1]) throw new Error(`Day ${day}: visit ${describe(visit)} occurs twice.`);
  }
  return Uint32Array.from(hits, ([visitor, number]) => {
    const first = firstOfVisitor.get(visitor) ?? visits.length;
    // The numbers of a visitor's visits usually have no gaps. With gaps, the visit has an earlier row.
    let row = Math.min(first + number - (visits[first]?.[1] ?? 0), visits.length - 1);
    while (row >= first && !(visits[row]?.[0] === visitor && visits[row]?.[1] === number)) row--;
    if (row < first || first === visits.length)
      throw new Error(`Day ${day}: a hit has no visit ${number} of visitor ${visitor}.`);
    return row;
  });
}

/**
 * Sorts the positions of the hits by visit, and by time within a visit.
 * @returns `starts`: by visit, the row of its first hit, and at the end the number of hits.
 */
function sortHits(visits: number, visitOfHit: Uint32Array, hits: readonly HitRow[]) {
  const starts = new Uint32Array(visits + 1);
  for (const visit of visitOfHit) starts[visit + 1] = (starts[visit + 1] as number) + 1;
  for (let visit = 0; visit < visits; visit++)
    starts[visit + 1] = (starts[visit + 1] as number) + (starts[visit] as number);
  const next = starts.slice();
  const hitOrder = new Uint32Array(hits.length);
  const unsorted = new Set<number>();
  const timeOf = (hit: number | undefined) => (hits[hit as number] as HitRow)[2];
  for (const [hit, visit] of visitOfHit.entries()) {
    const row = next[visit] as number;
    if (row > (starts[visit] as number) && timeOf(hitOrder[row - 1]) > timeOf(hit)) unsorted.add(visit);
    hitOrder[row] = hit;
    next[visit] = row + 1;
  }
  for (const visit of unsorted)
    hitOrder.subarray(starts[visit], starts[visit + 1]).sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  return { hitOrder, starts };
}

function visitColumn(visits: readonly VisitRow[], position: number): TextColumn {
  const column = new TextBuilder(visits.length);
  for (let row = 0; row < visits.length; row++)
    column.set(row, (visits[row] as VisitRow)[position] as string);
  return column.build();
}
