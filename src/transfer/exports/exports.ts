import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { ExportRequest } from './write.ts';

/** Exports that run at once in this process. Each reads at full speed and holds a version of the database. */
const MOST = 2;
/** After this time an export is cancelled: until it ends, the database keeps the version that it reads. */
export const MAX_EXPORT_MS = 30 * 60_000;

/** Opens the archive of a request as a stream. Destroying it cancels the export. */
export type OpenExport = (request: ExportRequest) => Readable;

/** The exports that a server sends. */
export interface Exports {
  /**
   * Starts an export. It ends when the stream is closed.
   * @param teamId whose website it is; a team has one export at a time.
   * @throws AppError `too_many_requests`.
   */
  start(request: ExportRequest, teamId: number): Readable;
  /** Cancels all exports. */
  close(): void;
}

const busy = (message: string) => new AppError('too_many_requests', message, { retryAfter: 60 });

const tooSlow = () =>
  new Error(
    `An export took longer than ${MAX_EXPORT_MS / 60_000} minutes and was cancelled. Use a shorter range ` +
      'of days, or `npx footfall export`, which has no limit.',
  );

/** Limits the exports that run at once, and how long each may take. */
export function createExports(open: OpenExport): Exports {
  const running = new Map<number, Readable>();
  return {
    start(request, teamId) {
      if (running.has(teamId))
        throw busy('Another export of this team is running. Try again when it has ended.');
      if (running.size >= MOST) throw busy(`${MOST} exports are running. Try again when one has ended.`);
      const stream = open(request);
      running.set(teamId, stream);
      const timer = setTimeout(() => stream.destroy(tooSlow()), MAX_EXPORT_MS).unref();
      stream.once('close', () => {
        clearTimeout(timer);
        running.delete(teamId);
      });
      return stream;
    },
    close() {
      for (const stream of running.values()) stream.destroy();
    },
  };
}
