import { unreadableIn } from '../input/csv.ts';
import { readJsonItems } from '../input/jsonItems.ts';
import { readJsonLines } from '../input/jsonLines.ts';
import { openParts, readSample } from '../input/parts.ts';
import type { Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { isReport } from './columns.ts';
import { readEvent } from './events.ts';
import { isParquet, readParquet } from './parquet.ts';
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

async function* read(file: SourceFile): AsyncGenerator<readonly SourceRecord[]> {
  const { text } = await readSample(file);
  if (isParquet(text)) {
    let row = 0;
    const unreadable = unreadableIn({ name: file.name });
    for await (const events of readParquet(file))
      yield events.map((event) => {
        row += 1;
        return readEvent(event, row) ?? unreadable(row, NO_EVENT);
      });
    return;
  }
  for await (const part of openParts(file)) {
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
export const ga4: Source = { name: 'ga4', label: 'Google Analytics 4', detect, read };
