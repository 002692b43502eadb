import type { Import } from '../../generated/prisma/client.ts';
import { UNCOUNTED_STATES } from '../../ingest/store/uncounted.ts';

/** The states of an import, with their descriptions. */
export const IMPORT_STATES = {
  reading: 'Its files are being read, so that they can be previewed.',
  ready: 'It has been previewed, and waits to be started.',
  running: 'It is being stored. Statistics do not contain it yet.',
  done: 'It is stored, and statistics contain it.',
  failed: 'It could not be stored. Nothing of it is left.',
  undoing: 'It is being removed. Statistics do not contain it any more.',
  undone: 'It was removed. Nothing of it is left.',
} as const;

export type ImportState = keyof typeof IMPORT_STATES;

/** The states in which rows of it may be stored. Its period is then taken. */
export const STORED_STATES = ['done', ...UNCOUNTED_STATES] as const satisfies ImportState[];

/** The states of imports that are not finished. */
export const OPEN_STATES = ['reading', 'ready', 'running', 'undoing'] as const satisfies ImportState[];

/** How often a process shows that it works on an import, in ms. */
export const ACTIVE_MS = 10_000;
/** After this time in ms, the process is taken as ended. */
const ENDED_MS = 60_000;

/** Whether a process still works on an import. */
export const isActive = ({ activeAt }: Pick<Import, 'activeAt'>, now: number): boolean =>
  now - activeAt.getTime() < ENDED_MS;

/** The `activeAt` of an import on which nobody works from now on. */
export const inactiveFrom = (now: number): Date => new Date(now - ENDED_MS);
