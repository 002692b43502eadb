import { readdirSync } from 'node:fs';
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

/**
 * Lowers the priority of this process with all of its threads, for a command: hits of a server on the same
 * machine take precedence.
 */
export function lowerProcessPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // Linux sets the priority of a single thread, and those that collect garbage exist already.
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE);
  } catch {
    // As above.
  }
}
