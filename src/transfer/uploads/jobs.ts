/** Work on an import that takes long. */
export type ImportJob =
  /** Reads its files, for a preview. */
  | { kind: 'read'; id: number }
  /** Stores it. */
  | { kind: 'run'; id: number }
  /** Removes it; with an error as one that failed, otherwise as one that was undone. */
  | { kind: 'remove'; id: number; error: string | null };

/** How far the work on an import is. */
export interface ImportProgress {
  step: 'read' | 'store';
  /** Number of rows that were read or stored in this step. */
  rows: number;
}

const STEPS = [null, 'read', 'store'] as const;
/** Stops any import. No import has this id. */
const ALL = -1;

/**
 * Memory that the thread of imports shares with the server: messages would wait until the thread has time for
 * them. It can be sent to the thread.
 */
export interface SharedState {
  /** The id of the import that is being read or stored, its step and its rows. */
  progress: Float64Array;
  /** The id of the import that is to stop; 0 for none. */
  stop: Int32Array;
}

export const newSharedState = (): SharedState => ({
  progress: new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)),
  stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

export function setProgress({ progress }: SharedState, id: number, { step, rows }: ImportProgress): void {
  progress.set([id, STEPS.indexOf(step), rows]);
}

/** @returns null if another import or none is being read or stored. */
export function progressOf({ progress }: SharedState, id: number): ImportProgress | null {
  const [current, number = 0, rows = 0] = progress;
  const step = STEPS[number];
  return current === id && step ? { step, rows } : null;
}

/** Asks the running import to stop: that with an id for good, any import until it is started again. */
export function askToStop({ stop }: SharedState, id: number | 'all'): void {
  stop[0] = id === 'all' ? ALL : id;
}

/** Forgets the progress and the wish to stop of an earlier import. */
export function resetState({ progress, stop }: SharedState): void {
  progress.fill(0);
  if (stop[0] !== ALL) stop[0] = 0;
}

/** Whether an import is to stop, and how. */
export function stopOf({ stop }: SharedState, id: number): 'cancelled' | 'interrupted' | null {
  if (stop[0] === ALL) return 'interrupted';
  return stop[0] === id ? 'cancelled' : null;
}
