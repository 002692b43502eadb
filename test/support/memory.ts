import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory of a process in MiB; null where the system does not tell in this way. */
export function memoryOf(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of this process's heap that are in use after some work, once its garbage is collected. */
export async function heapAfter(work: () => Promise<unknown>): Promise<number> {
  await work();
  // Twice: what a finalizer or a weak map let go of is garbage only after the first.
  for (let round = 0; round < 2; round += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}
