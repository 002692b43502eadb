import type { AppError } from '../../errors.ts';
import type { Evaluated } from './read/answer.ts';
import type { Share, WebsiteQuestions } from './read/closedDays.ts';
import type { DayFacts, MonthVersion } from './read/facts.ts';
import type { DayRange } from './read/ranges.ts';
import type { BuiltChunk, Damaged, DayToBuild, ShareBytes, SharedBytes } from './read/service.ts';
import type { BuiltSums, MonthToSum } from './read/sumMonth.ts';

/** The `workerData` of a thread that answers questions. */
export interface ThreadData {
  databaseUrl: string;
  statementMs: number;
  /** As for `openAnalysisService`. */
  maxValues: number;
  /** Shared with the thread: by slot, the number of the cancelled operation. */
  cancelled: Int32Array;
}

/** An operation, and the slot in which it runs. */
interface Operation {
  asked: readonly WebsiteQuestions[];
  /** When it was asked, in Unix milliseconds. */
  now: number;
  number: number;
  slot: number;
}

export type ThreadQuestion =
  | ({ kind: 'answer'; shared: SharedBytes | null; minDivided: number | null } & Operation)
  | ({ kind: 'share'; share: Share } & Operation)
  | { kind: 'unsealed'; ranges: readonly DayRange[] }
  | { kind: 'growing'; ranges: readonly DayRange[]; minimum: number }
  | { kind: 'build'; open: boolean; days: readonly DayToBuild[] }
  | { kind: 'unsummed'; ranges: readonly DayRange[] }
  | { kind: 'sum'; months: readonly MonthToSum[] }
  | { kind: 'damaged' };

export type ThreadAnswer =
  | ({ kind: 'answers' } & Evaluated)
  | ({ kind: 'share' } & ShareBytes)
  | { kind: 'refused'; error: Pick<AppError, 'kind' | 'message' | 'details'> }
  | { kind: 'unsealed'; days: DayFacts[] }
  | { kind: 'growing'; days: DayFacts[] }
  | { kind: 'built'; chunks: BuiltChunk[] }
  | { kind: 'unsummed'; months: MonthVersion[] }
  | { kind: 'summed'; sums: BuiltSums[] }
  | { kind: 'damaged'; damaged: Damaged };

/**
 * Returns the buffers of a message that are moved between threads. The sums of a year take up to a megabyte,
 * and copies of them would be made and collected in the thread that receives hits.
 */
export function movedBy(message: ThreadQuestion | ThreadAnswer): ArrayBuffer[] {
  if (message.kind === 'answer')
    return message.shared?.shares.map(({ buffer }) => buffer as ArrayBuffer) ?? [];
  return message.kind === 'share' && 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : [];
}
