import { skipped } from '../hits.ts';
import { type CsvRow, readCsv, unreadableIn } from '../input/csv.ts';
import { unusable } from '../input/limits.ts';
import type { Part } from '../input/parts.ts';
import type { SourceFile, SourceRecord, TotalDimension } from '../records.ts';
import { DaySums, dayOf, type Sums, sumOf } from '../totals.ts';
import { isReport, type ReportColumns, reportColumns } from './columns.ts';
import { AUTOMATIC } from './events.ts';

const COMMENT = '#';
const DATE = /^#\s*(Start|End) date:\s*(\d{8})/i;
/** Rows with the sums of the others. */
const SUM_ROW = /^(?:grand total|totals?)$/i;
/** Events that are pageviews, which have a metric of their own. */
const PAGEVIEWS = new Set(['page_view', 'screen_view']);

/** A day and, of `2026112715`, an hour. */
function timeOf(text: string): { day: number; hour: string } | undefined {
  const bare = text.replaceAll('-', '');
  const day = dayOf(bare.slice(0, 8));
  const hour = bare.slice(8);
  return day !== undefined && /^(?:|[01]\d|2[0-3])$/.test(hour) ? { day, hour } : undefined;
}

/** The sums of a row that may be added to those of other rows, for a dimension or for the day. */
function summable(sums: Sums, columns: ReportColumns, dimension: TotalDimension, hasHours: boolean): Sums {
  const { dimensions } = columns;
  const shared = dimensions.filter(({ of }) => of.isShared);
  const isOwn = (only: ReportColumns['dimensions']) => only.every(({ of }) => of.dimension === dimension);
  const { visitors, visits, ...others } = sums;
  return {
    ...others,
    // A visit has several pages, events and hours: only a table of one of them states its visits.
    ...(visits !== undefined && isOwn(shared) && !hasHours && { visits }),
    // A visitor has several visits, with other values.
    ...(visitors !== undefined && isOwn(dimensions) && !hasHours && { visitors }),
  };
}

/** Reads the reports of a file one after the other: each has a header. */
class ReportReader {
  private columns: ReportColumns | null = null;
  private width = 0;
  /** The first and the last day, in comments before the header. */
  private range: Partial<Record<string, string>> = {};
  readonly sums = new DaySums();

  constructor(
    private readonly file: SourceFile,
    private readonly part: Part,
  ) {}

  row({ line, fields }: CsvRow): SourceRecord[] {
    const first = fields[0] ?? '';
    if (first.startsWith(COMMENT)) {
      const [, name, day] = DATE.exec(first) ?? [];
      if (name !== undefined) this.range[name.toLowerCase()] = day;
      this.columns = null;
      return [];
    }
    if (this.columns === null || isReport(fields)) {
      this.header(fields);
      return [];
    }
    if (fields.length !== this.width)
      return [
        unreadableIn(this.part)(line, `The row has ${fields.length} fields; the header names ${this.width}.`),
      ];
    if (fields.some((field) => SUM_ROW.test(field))) return [skipped(line, 'total_row')];
    return this.totals(line, fields, this.columns);
  }

  private header(fields: readonly string[]): void {
    this.columns = reportColumns(fields);
    this.width = fields.length;
    const { time, metrics, dimensions } = this.columns;
    const { start, end } = this.range;
    if (metrics.length === 0 || (time === undefined && dimensions.length === 0))
      throw unusable(
        this.file,
        'has a table without columns that can be imported, such as Date, Page path and Views.',
      );
    if (time === undefined && (start === undefined || start !== end))
      throw unusable(
        this.file,
        'has sums of several days. Add the dimension Date to the report, or export each day.',
      );
  }

  private totals(line: number, fields: readonly string[], columns: ReportColumns): SourceRecord[] {
    const text = (index: number) => (fields[index] ?? '').trim();
    const time = timeOf(columns.time === undefined ? (this.range.start ?? '') : text(columns.time));
    const sums: Sums = Object.fromEntries(
      columns.metrics.map(({ index, of }) => [of, sumOf(text(index).replaceAll(',', ''))]),
    );
    if (time === undefined || Object.values(sums).some(Number.isNaN))
      return [unreadableIn(this.part)(line, 'The row needs a day such as 20261127, and numbers.')];
    const event = columns.dimensions.find(({ of }) => of.dimension === 'event');
    const name = event === undefined ? undefined : text(event.index);
    if (name !== undefined && AUTOMATIC.has(name)) return [skipped(line, 'automatic_event')];
    // Without names, the events include pageviews and those of Google Analytics itself.
    const { events, ...others } = sums;
    const counted: Sums = name === undefined || PAGEVIEWS.has(name) ? others : { events: events ?? 0 };
    const done: SourceRecord[] = [];
    const add = (dimension: TotalDimension, value: string, total: Sums) => {
      if (Object.keys(total).length > 0) done.push(...this.sums.add(line, time.day, dimension, value, total));
    };
    const hasHours = time.hour !== '';
    add('total', '', summable(counted, columns, 'total', hasHours));
    if (hasHours) add('hour_of_day', time.hour, summable(counted, columns, 'hour_of_day', false));
    for (const { index, of } of columns.dimensions) {
      if (of.dimension === 'event' && (name === undefined || PAGEVIEWS.has(name))) continue;
      add(of.dimension, of.value(text(index)), summable(counted, columns, of.dimension, hasHours));
    }
    return done;
  }
}

/** Reads reports as CSV: of the Data API, of explorations, or of a screen for a single day. */
export async function* readReports(file: SourceFile, part: Part): AsyncGenerator<readonly SourceRecord[]> {
  const reader = new ReportReader(file, part);
  for await (const rows of readCsv(part))
    yield rows.flatMap((row) => (row.kind === 'skipped' ? [row] : reader.row(row)));
  yield reader.sums.take();
}
