import { unreadableIn } from '../input/csv.ts';
import { readJsonItems } from '../input/jsonItems.ts';
import { isObject, textAt } from '../input/jsonLines.ts';
import { openParts, type Part, readSample } from '../input/parts.ts';
import { hasColumns, readTable, type TableRow } from '../input/table.ts';
import type { Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { type MatomoAction, readVisit } from './visits.ts';

/** A column of an action in the CSV: its number and its name. */
const ACTION = /^actiondetails_(\d{1,5})_(type|url)$/;

const isJson = (text: string): boolean => /^\ufeff?\s*[[{]/.test(text);

function detect({ text }: Sample): boolean {
  if (isJson(text)) return text.includes('"idVisit"') && /"actionDetails"|"visitorId"/.test(text);
  return hasColumns(text, 'idvisit', 'visitorid');
}

async function* readJson(part: Part): AsyncGenerator<readonly SourceRecord[]> {
  const unreadable = unreadableIn(part);
  for await (const rows of readJsonItems(part))
    yield rows.flatMap((row): SourceRecord[] => {
      if (row.kind === 'skipped') return [row];
      const { line, value } = row;
      const { actionDetails } = value;
      if (!Array.isArray(actionDetails))
        return [unreadable(line, 'The entry is no visit with actionDetails.')];
      const actions = actionDetails
        .filter(isObject)
        .map((action): MatomoAction => ({ get: (name) => textAt(action, name) }));
      return readVisit({ line, get: (name) => textAt(value, name), actions });
    });
}

/** The numbers of the actions of which the table has columns, in their order. */
function actionNumbers(names: readonly string[]): number[] {
  const numbers = names
    .map((name) => ACTION.exec(name.toLowerCase())?.[1])
    .filter((text) => text !== undefined);
  return [...new Set(numbers.map(Number))].sort((one, other) => one - other);
}

async function* readCsv(part: Part): AsyncGenerator<readonly SourceRecord[]> {
  /** Those of the table, which are the same for all rows. */
  let numbers: number[] | undefined;
  const actionsOf = (row: TableRow): MatomoAction[] => {
    numbers ??= actionNumbers(row.names);
    return numbers
      .map((number) => (name: string) => row.get(`actiondetails_${number}_${name.toLowerCase()}`))
      .filter((get) => get('type') !== '')
      .map((get) => ({ get }));
  };
  for await (const rows of readTable(part, ['idvisit']))
    yield rows.flatMap((row): SourceRecord[] =>
      row.kind === 'skipped'
        ? [row]
        : readVisit({
            line: row.line,
            get: (name) => row.get(name.toLowerCase()),
            actions: actionsOf(row),
          }),
    );
}

async function* read(file: SourceFile): AsyncGenerator<readonly SourceRecord[]> {
  const { text } = await readSample(file);
  for await (const part of openParts(file)) yield* isJson(text) ? readJson(part) : readCsv(part);
}

/** Matomo: the visitor log (`Live.getLastVisitsDetails`) as JSON, or as CSV with `flat=1`. */
export const matomo: Source = { name: 'matomo', detect, read };
