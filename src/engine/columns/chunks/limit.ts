import { propertyDimension, VISIT_DIMENSIONS } from '../../registry/dimensions.ts';
import { OTHER } from '../../registry/statistics.ts';
import { FIRST_DIMENSION, type HitRow, parseProperties, type VisitRow } from './build.ts';
import type { DayColumns, TextColumn } from './columns.ts';

/** Maximum number of different properties of a day. Further ones are left out. */
export const MAX_PROPERTIES = 100;

/** Keeps the first distinct values of a statistic; empty ones do not count. */
class FirstValues {
  private readonly values: Set<string>;

  /** @param values those that it has kept already. */
  constructor(
    private readonly most: number,
    values: Iterable<string> = [],
  ) {
    this.values = new Set(values);
    this.values.delete('');
    this.values.delete(OTHER);
  }

  /** Returns a value, or `(other)` if it is beyond the limit. */
  of(text: string): string {
    if (text === OTHER || this.has(text)) return text;
    if (this.values.size >= this.most) return OTHER;
    this.values.add(text);
    return text;
  }

  /** Whether a value was kept before, or is missing. */
  has(text: string | null): boolean {
    return !text || this.values.has(text);
  }
}

/** The rows of a day. */
export interface Rows<Hit extends HitRow> {
  visits: readonly VisitRow[];
  /** In the order of their ids. */
  hits: readonly Hit[];
}

const EXIT_PAGE = FIRST_DIMENSION + VISIT_DIMENSIONS.indexOf('exit_page');

/**
 * The distinct values that a day keeps: of each statistic the first ones, in the order of the hits. The
 * values of a visit come with its first hit; its exit page has the value of that pageview. Paths of events
 * have a limit of their own, so that they take no names from pages.
 */
export class DayLimits {
  private readonly dimensions: readonly FirstValues[];
  private readonly page: FirstValues;
  private readonly pageOfEvent: FirstValues;
  private readonly event: FirstValues;
  private readonly host: FirstValues;
  private readonly properties: Map<string, FirstValues>;
  private readonly most: number;

  /**
   * @param most how many values of a statistic it keeps; at least 1.
   * @param columns the day so far, if it has hits that were limited before.
   */
  constructor(most: number, columns: DayColumns | null = null) {
    const after = (values?: Iterable<string>) => new FirstValues(most, values);
    this.dimensions = VISIT_DIMENSIONS.map((name) => after(columns?.dimensions[name].values));
    this.page = after(columns ? pathsOf(columns, false) : []);
    this.pageOfEvent = after(columns ? pathsOf(columns, true) : []);
    this.event = after(columns?.event.values);
    this.host = after(columns?.host.values);
    this.most = most;
    const properties = columns?.extras?.properties ?? new Map<string, TextColumn>();
    this.properties = new Map([...properties].map(([name, { values }]) => [name, after(values)]));
  }

  /** Replaces values beyond the limits by `(other)`. Each visit must have a hit. */
  apply<Hit extends HitRow>({ visits, hits }: Rows<Hit>): Rows<Hit> {
    const waiting = new Map(visits.map(([visitor, number], row) => [`${visitor} ${number}`, row]));
    const limited = [...visits];
    const limitedHits = hits.map((hit): Hit => {
      const [visitor, visit, at, hour, path, name, host, properties, ...rest] = hit;
      const key = `${visitor} ${visit}`;
      const row = waiting.get(key);
      if (row !== undefined) {
        waiting.delete(key);
        limited[row] = this.visit(visits[row] as VisitRow);
      }
      const texts =
        name === null ? [this.page.of(path), null] : [this.pageOfEvent.of(path), this.event.of(name)];
      const others = [this.host.of(host), this.limitProperties(properties), ...rest];
      return [visitor, visit, at, hour, ...texts, ...others] as readonly unknown[] as Hit;
    });
    // Whether the last pageview of a visit keeps its path is known only now.
    for (const [row, visit] of limited.entries()) {
      const exit = visits[row]?.[EXIT_PAGE] as string;
      limited[row] = visit.with(EXIT_PAGE, this.page.has(exit) ? exit : OTHER) as unknown as VisitRow;
    }
    return { visits: limited, hits: limitedHits };
  }

  private limitProperties(properties: string | null): string | null {
    if (properties === null) return null;
    const limited = parseProperties(properties).flatMap(([name, value]) => {
      const values = this.valuesOf(name);
      return values ? [[name, values.of(value)]] : [];
    });
    return limited.length > 0 ? JSON.stringify(Object.fromEntries(limited)) : null;
  }

  /** The values of a property; null if the day has too many properties. */
  private valuesOf(name: string): FirstValues | null {
    const known = this.properties.get(name);
    if (known || this.properties.size >= MAX_PROPERTIES) return known ?? null;
    const values = new FirstValues(this.most);
    this.properties.set(name, values);
    return values;
  }

  private visit(visit: VisitRow): VisitRow {
    const texts = this.dimensions.map((dimension, index) => {
      const text = visit[FIRST_DIMENSION + index] as string;
      return FIRST_DIMENSION + index === EXIT_PAGE ? text : dimension.of(text);
    });
    return [...visit.slice(0, FIRST_DIMENSION), ...texts] as readonly unknown[] as VisitRow;
  }
}

/** Returns the paths of the pageviews of a day, or of its events. */
function pathsOf({ page, event, hits }: DayColumns, ofEvents: boolean): string[] {
  const found = new Uint8Array(page.values.length);
  for (let hit = 0; hit < hits; hit++)
    if ((event.ids[hit] !== 0) === ofEvents) found[page.ids[hit] as number] = 1;
  return page.values.filter((_, id) => found[id] === 1);
}

/**
 * Returns the limit with which days are built as they are, because no statistic has more values on a day: the
 * limit may have been another one then.
 * @param days by visit: its day, if there are several.
 */
export function limitOf(columns: DayColumns, days: Uint32Array | null = null): number {
  const found = new Map<string, Set<number>>();
  const add = (statistic: string, day: number, { values, ids }: TextColumn, row: number) => {
    const id = ids[row] as number;
    if (values[id] === '' || values[id] === OTHER) return;
    const key = `${statistic} ${day}`;
    const ofDay = found.get(key);
    if (ofDay) ofDay.add(id);
    else found.set(key, new Set([id]));
  };
  let hit = 0;
  for (let visit = 0; visit < columns.visits; visit++) {
    const day = days?.[visit] ?? columns.day;
    for (const name of VISIT_DIMENSIONS) add(name, day, columns.dimensions[name], visit);
    const end = hit + (columns.pageviews[visit] as number) + (columns.events[visit] as number);
    for (; hit < end; hit++) {
      add(columns.event.ids[hit] === 0 ? 'page' : 'page of event', day, columns.page, hit);
      add('event', day, columns.event, hit);
      add('host', day, columns.host, hit);
      for (const [name, column] of columns.extras?.properties ?? [])
        add(propertyDimension(name), day, column, hit);
    }
  }
  return Math.max(0, ...[...found.values()].map(({ size }) => size));
}

/** Whether hits have more different properties than a day may have, or more than `most` sets of them. */
function haveManyProperties(hits: readonly HitRow[], most: number): boolean {
  const sets = new Set(hits.map(([, , , , , , , properties]) => properties));
  if (sets.size > most) return true;
  const names = new Set([...sets].flatMap((set) => parseProperties(set).map(([name]) => name)));
  return names.size > MAX_PROPERTIES;
}

/** Whether a column of the rows has more than `most` distinct values. */
function isBeyond({ visits, hits }: Rows<HitRow>, most: number): boolean {
  const hasMore = (rows: readonly (readonly unknown[])[], position: number) =>
    rows.length > most && new Set(rows.map((row) => row[position])).size > most;
  return (
    [4, 5, 6].some((position) => hasMore(hits, position)) ||
    haveManyProperties(hits, most) ||
    VISIT_DIMENSIONS.some((_, index) => hasMore(visits, FIRST_DIMENSION + index))
  );
}

/**
 * Replaces the values of a whole day beyond its limits by `(other)`. So its columns are bounded whatever
 * clients send.
 * @param most how many distinct values of a statistic a day keeps; 0 for no limit.
 * @returns the same rows if nothing is beyond a limit.
 */
export const limitRows = <Hit extends HitRow>(rows: Rows<Hit>, most: number): Rows<Hit> =>
  most > 0 && isBeyond(rows, most) ? new DayLimits(most).apply(rows) : rows;
