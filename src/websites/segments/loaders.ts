import type { Filter } from '../../engine/question/types.ts';
import type { Segment } from '../../generated/prisma/client.ts';
import { parseStored } from './storedFilter.ts';

/** A segment with its filter as the engine takes it. */
export interface LoadedSegment extends Segment {
  selects: Filter | null;
}

/** Reads the filter of a segment. @throws Error if it cannot be parsed (storedFilter.ts). */
export const loadedSegment = (row: Segment): LoadedSegment => ({ ...row, selects: parseStored(row.filter) });
