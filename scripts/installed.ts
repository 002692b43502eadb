import { execFileSync } from 'node:child_process';

/** Returns the file of a command on the PATH; null if there is none. */
export function findCommand(command: string): string | null {
  try {
    return execFileSync('sh', ['-c', 'command -v "$0"', command], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return null;
  }
}
