import { dayText } from '../../calendar/days.ts';
import type { Import } from '../../generated/prisma/client.ts';
import type { Skipped } from './tally.ts';

/** The names of the files of an import. */
export const fileNames = ({ files }: Pick<Import, 'files'>): string[] => files.split('\n');

/** The rows that are not imported for one reason. */
export interface SkippedRows extends Skipped {
  reason: string;
}

/** The rows that are not imported, the most frequent reason first. */
export const skippedRows = (skipped: Readonly<Record<string, Skipped>>): SkippedRows[] =>
  Object.entries(skipped)
    .map(([reason, rows]) => ({ reason, ...rows }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));

/** The rows of an import that are not imported, the most frequent reason first. */
export const skippedOf = ({ skipped }: Pick<Import, 'skipped'>): SkippedRows[] =>
  skippedRows(JSON.parse(skipped));

/** As {@link skippedRows}, in JSON for programs. */
export const skippedRecords = (rows: readonly SkippedRows[]) =>
  rows.map(({ reason, count, examples }) => ({
    reason,
    count,
    examples: examples.map(({ file, line, message = null }) => ({ file, line, message })),
  }));

const dayOf = (day: number | null) => day && dayText(day);

/** An import in JSON for programs: of the REST API and the command line. */
export const importRecord = (row: Import) => ({
  id: row.id,
  source: row.source || null,
  files: fileNames(row),
  state: row.state,
  error: row.error,
  started_by: row.startedBy,
  from: dayOf(row.firstDay),
  to: dayOf(row.lastDay),
  rows: Number(row.rows),
  skipped: skippedRecords(skippedOf(row)),
  visitors: Number(row.visitors),
  visits: Number(row.visits),
  pageviews: Number(row.pageviews),
  events: Number(row.events),
  own_hits_from: row.cutAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
