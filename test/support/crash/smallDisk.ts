import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A file system that a test can fill while a server uses it. */
export interface SmallDisk {
  /** The folder for the server's database. */
  folder: string;
  /** The command prefix for every program that must see the file system. */
  under: string[];
  fill(pid: number): void;
  free(pid: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/**
 * Whether a process may mount a file system in a namespace: as a superuser or, on many systems, as any user.
 */
export const canMount = succeeds('unshare', '-Urm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt');

/** Whether the file size limit of a running process can be changed. */
export const canLimit = succeeds('prlimit', '--pid', String(process.pid), '--fsize');

/** Mounts a file system of 64 MiB on the folder; only programs started with the prefix `under` see it. */
export async function mountSmall(folder: string): Promise<SmallDisk & { remount(how: 'ro' | 'rw'): void }> {
  // The holder exits when its standard input is closed, at the latest with this process.
  const script = 'mount -t tmpfs -o size=64m tmpfs "$0" && echo mounted && exec cat';
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script, folder]);
  await once(holder.stdout, 'data');
  const under = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials'];
  const filler = path.join(folder, 'filler');
  const inside = (...command: string[]) => spawnSync(under[0] ?? '', [...under.slice(1), ...command]);
  return {
    folder,
    under,
    // `cat` exits when no space is left.
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

/** Limits every file of a process to 4 KiB: SQLite gets an I/O error, as with a disk quota. */
export function limitFiles(folder: string): SmallDisk {
  const limit = (pid: number, size: string) => {
    if (!succeeds('prlimit', '--pid', String(pid), `--fsize=${size}:`)) throw new Error('prlimit failed');
  };
  return {
    folder,
    under: [],
    fill: (pid) => limit(pid, '4096'),
    free: (pid) => limit(pid, 'unlimited'),
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * Sets or clears the immutable flag. @returns whether it succeeded; it needs a superuser and a suitable file
 * system.
 */
export function setImmutable(files: string[], on: boolean): boolean {
  return succeeds('chattr', on ? '+i' : '-i', ...files);
}

/** Whether `setImmutable` works in a folder. */
export async function canSetImmutable(folder: string): Promise<boolean> {
  const file = path.join(folder, 'immutable');
  await writeFile(file, '');
  return setImmutable([file], true) && setImmutable([file], false);
}
