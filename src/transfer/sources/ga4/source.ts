import { shownText } from '../../../validation/shown.ts';
import { unreadableIn } from '../input/csv.ts';
import { readJsonItems } from '../input/jsonItems.ts';
import { readJsonLines } from '../input/jsonLines.ts';
import { unusable } from '../input/limits.ts';
import { isParquet, readParquet } from '../input/parquet.ts';
import { openParts, type Part, readSample } from '../input/parts.ts';
import type { ReadOptions, Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { isReport } from './columns.ts';
import { EVENT_COLUMNS, readEvent } from './events.ts';
import { readReports } from './reports.ts';

const isJson = (text: string): boolean => /^\ufeff?\s*[[{]/.test(text);
const NO_EVENT = 'The entry has no event_name and event_timestamp.';

/** The first line that is no comment. */
const headerOf = (text: string): string[] =>
  (/^(?!#)[^\r\n]+/m.exec(text.replace(/^\ufeff/, ''))?.[0] ?? '').split(',');

function detect({ text }: Sample): boolean {
  if (isParquet(text)) return true;
  if (isJson(text)) return text.includes('"event_name"') && text.includes('"event_timestamp"');
  // Other products have tables with similar columns; theirs are tried before.
  return isReport(headerOf(text));
}

/** Reads the events of a Parquet file. Their lines are the numbers of the rows. */
async function* readTable(
  file: SourceFile,
  part: Part,
  folder: string | undefined,
): AsyncGenerator<SourceRecord[]> {
  let row = 0;
  const unreadable = unreadableIn(part);
  const about = part.archive === undefined ? '' : `contains "${shownText(part.name)}", which `;
  const refuse = (problem: string) =>
    unusable(file, `${about}${problem}. Export it again, or as JSON lines.`);
  for await (const events of readParquet(part, { columns: EVENT_COLUMNS, folder, refuse }))
    yield events.map((event) => {
      row += 1;
      return readEvent(event, row) ?? unreadable(row, NO_EVENT);
    });
}

async function* read(file: SourceFile, { folder }: ReadOptions): AsyncGenerator<readonly SourceRecord[]> {
  const { text } = await readSample(file);
  for await (const part of openParts(file)) {
    if (isParquet(text)) {
      yield* readTable(file, part, folder);
      continue;
    }
    if (!isJson(text)) {
      yield* readReports(file, part);
      continue;
    }
    const unreadable = unreadableIn(part);
    const rows = /^\ufeff?\s*\[/.test(text) ? readJsonItems(part) : readJsonLines(part);
    for await (const batch of rows)
      yield batch.map((row) =>
        row.kind === 'skipped' ? row : (readEvent(row.value, row.line) ?? unreadable(row.line, NO_EVENT)),
      );
  }
}

/** Google Analytics 4: the export to BigQuery as JSON lines or Parquet (hits), and CSV reports (totals). */
export const ga4: Source = { name: 'ga4', detect, read };
