import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A place that can become full under a running server. */
export interface SmallDisk {
  /** Where the server has to put its database. */
  folder: string;
  /** What every program that is to see the place must be started under. */
  under: string[];
  fill(pid: number): void;
  free(pid: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Whether a process may mount a file system of its own, in a namespace: as a superuser or, on many systems, as anybody. */
export const canMount = succeeds('unshare', '-Urm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt');

/** Whether the largest size of a file can be changed for a process that runs. */
export const canLimit = succeeds('prlimit', '--pid', String(process.pid), '--fsize');

/** A file system of 64 MiB over the folder, seen only by what is started `under` it. */
export async function mountSmall(folder: string): Promise<SmallDisk & { remount(how: 'ro' | 'rw'): void }> {
  // It lives as long as this process: until its input ends.
  const script = 'mount -t tmpfs -o size=64m tmpfs "$0" && echo mounted && exec cat';
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script, folder]);
  await once(holder.stdout, 'data');
  const under = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials'];
  const filler = path.join(folder, 'filler');
  const inside = (...command: string[]) => spawnSync(under[0] ?? '', [...under.slice(1), ...command]);
  return {
    ...{ folder, under },
    // Ends because there is no room any more.
    fill: () => void inside('sh', '-c', 'cat /dev/zero > "$0"', filler),
    free: () => void inside('rm', filler),
    remount: (how) => void inside('mount', '-o', `remount,${how}`, folder),
    async [Symbol.asyncDispose]() {
      const ended = once(holder, 'close');
      holder.stdin.end();
      await ended;
    },
  };
}

/** A process that may not write beyond the first 4 KiB of any file: to SQLite an I/O error, as with a quota. */
export function limitFiles(folder: string): SmallDisk {
  const limit = (pid: number, size: string) => {
    if (!succeeds('prlimit', '--pid', String(pid), `--fsize=${size}:`)) throw new Error('prlimit failed');
  };
  return {
    ...{ folder, under: [] },
    fill: (pid) => limit(pid, '4096'),
    free: (pid) => limit(pid, 'unlimited'),
    async [Symbol.asyncDispose]() {},
  };
}

/** Sets files immutable, or back. @returns whether the system allows it: it takes a superuser, and not every file system. */
export function setImmutable(files: string[], on: boolean): boolean {
  return succeeds('chattr', on ? '+i' : '-i', ...files);
}

/** Whether `setImmutable` works in a folder. */
export async function canSetImmutable(folder: string): Promise<boolean> {
  const file = path.join(folder, 'immutable');
  await writeFile(file, '');
  return setImmutable([file], true) && setImmutable([file], false);
}
