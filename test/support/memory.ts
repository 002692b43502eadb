import { existsSync, readFileSync } from 'node:fs';

/** Memory of a process in MiB; null where the system does not tell in this way. */
export function memoryOf(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
