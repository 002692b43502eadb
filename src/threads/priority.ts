import { setPriority } from 'node:os';

/** As for `nice`: 0 is normal, 19 the lowest priority. */
const NICE = 15;

/** Lowers the priority of this thread: hits and short requests take precedence over long reads. */
export function lowerPriority(): void {
  // Only Linux has thread priorities; elsewhere this would change the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it.
  }
}
