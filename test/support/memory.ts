import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The resident memory of a process in MiB; null on systems without /proc. */
export function memoryOf(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Removes all garbage from the heap of this process. */
export async function clearHeap(): Promise<void> {
  // Twice: objects released by a finalizer or a weak map become garbage only in the first collection.
  for (let round = 0; round < 2; round += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
}

/** The heap size of this process in bytes after `work`, once garbage has been collected. */
export async function heapAfter(work: () => Promise<unknown>): Promise<number> {
  await work();
  await clearHeap();
  return process.memoryUsage().heapUsed;
}
