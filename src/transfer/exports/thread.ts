/**
 * The program of a worker thread that writes one archive (threads.ts). Reading rows from SQLite and
 * converting them would otherwise delay all requests.
 */
import { openSnapshots } from '../../db/open.ts';
import { lowerPriority } from '../../threads/priority.ts';
import { type Service, serveThread } from '../../threads/serve.ts';
import { exportParts } from './stream.ts';
import type { ExportRequest } from './write.ts';

/** The data of the thread. */
export interface ExportThreadData {
  databaseUrl: string;
  request: ExportRequest;
}

/** Each question is answered with the next part of the archive; null after the last one. */
function open({ databaseUrl, request }: ExportThreadData): Service<'next', Uint8Array | null> {
  lowerPriority();
  const parts = exportParts(() => openSnapshots(databaseUrl), request);
  return {
    async answer() {
      const part = await parts.next();
      return part.done ? null : Uint8Array.from(part.value);
    },
    moved: (part) => (part ? [part.buffer as ArrayBuffer] : []),
    async close() {
      await parts.return(undefined);
    },
  };
}

await serveThread(open);
