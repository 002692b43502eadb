import type { DropReason } from '../../ingest/hit.ts';
import type { SkippedRecord } from '../sources/records.ts';
import type { SkipReason } from '../sources/skipReasons.ts';

/** A row that was not imported. */
export interface Example {
  file: string;
  line: number;
  /** What is wrong with it, if it cannot be read. */
  message?: string;
}

/** The rows that are not imported for one reason. */
export interface Skipped {
  count: number;
  /** The first of them. */
  examples: Example[];
}

/** Counts the rows of an import. */
export interface Tally {
  /** Number of rows. */
  rows: number;
  /** By reason. */
  skipped: Record<string, Skipped>;
}

/** Maximum number of examples of a reason. */
export const MAX_EXAMPLES = 5;
const MAX_MESSAGE = 200;

export const newTally = (): Tally => ({ rows: 0, skipped: {} });

/** A row that is not imported. */
export interface SkippedRow extends Omit<SkippedRecord, 'kind' | 'reason'> {
  reason: SkipReason | DropReason;
}

/** Counts a row that is not imported. */
export function skip(tally: Tally, file: string, row: SkippedRow): void {
  const { line, reason, message } = row;
  tally.skipped[reason] ??= { count: 0, examples: [] };
  const skipped = tally.skipped[reason];
  skipped.count += 1;
  // Sums of several rows have no line.
  if (line === 0 || skipped.examples.length >= MAX_EXAMPLES) return;
  skipped.examples.push({ file, line, ...(message && { message: message.slice(0, MAX_MESSAGE) }) });
}
