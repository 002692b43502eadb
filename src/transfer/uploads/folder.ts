import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError, invalid } from '../../errors.ts';
import type { Website } from '../../generated/prisma/client.ts';
import type { SourceFile } from '../sources/records.ts';

/** Free space that uploads leave on the disk, in bytes. */
const RESERVE = 256 * 2 ** 20;
/** Received bytes after which the free space is checked again. */
const CHECK_EVERY = 64 * 2 ** 20;
/** The names of folders. Databases may share IMPORT_DIR, so an id alone would not be unique. */
const NAME = /^([0-9a-z-]{1,64})-([1-9]\d{0,9})$/;

/** What names the folder of an import. */
export interface FolderKey {
  id: number;
  /** The tracking id of its website. */
  trackingId: string;
}

export const keyOf = ({ id, website }: { id: number; website: Pick<Website, 'trackingId'> }): FolderKey => ({
  id,
  trackingId: website.trackingId,
});

/** A folder of an import, as it is found on the disk. */
export interface FoundFolder extends FolderKey {
  /** When a file was last added, in Unix milliseconds. */
  changedAt: number;
}

/** The files of imports on this instance, until the imports are done. Only their owner can read them. */
export interface ImportFolder {
  /**
   * Stores a body as a file that belongs to no import yet.
   * @param length the expected number of bytes, if it is known.
   * @returns the path of the file.
   * @throws AppError `payload_too_large`, `unavailable` on a full disk, `invalid` without content,
   *   `bad_request` if the body ends early. No file is left then.
   */
  receive(body: AsyncIterable<Uint8Array>, length: number | undefined): Promise<string>;
  /** Makes a received file the one with a number, from 0, of an import. */
  add(key: FolderKey, received: string, number: number): Promise<void>;
  /** Deletes a received file. */
  discard(received: string): Promise<void>;
  /** Whether this instance has files of an import. */
  has(key: FolderKey): Promise<boolean>;
  /** The folder of an import, for temporary files too, which are deleted with it. */
  pathOf(key: FolderKey): string;
  /** The files of an import by their names. */
  filesOf(key: FolderKey, names: readonly string[]): SourceFile[];
  remove(key: FolderKey): Promise<void>;
  /** All folders of imports. */
  list(): Promise<FoundFolder[]>;
  /** Deletes files that were received before a time and belong to no import: their process has ended. */
  sweep(before: number): Promise<void>;
}

export interface FolderOptions {
  /** IMPORT_DIR. It is created when it is needed. */
  folder: string;
  /** Maximum size of a file in bytes. */
  maxBytes: number;
  random: (bytes: number) => Uint8Array;
}

const RECEIVED = 'received-';

export function createImportFolder({ folder, maxBytes, random }: FolderOptions): ImportFolder {
  const pathOf = ({ trackingId, id }: FolderKey) => path.join(folder, `${trackingId}-${id}`);
  const entries = () => readdir(folder).catch(() => [] as string[]);
  const changeOf = async (name: string) => (await stat(path.join(folder, name)).catch(() => null))?.mtimeMs;
  const remove = (name: string) => rm(name, { recursive: true, force: true });

  return {
    async receive(body, length) {
      if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await checkSpace(folder, length ?? 0);
      const file = path.join(folder, `${RECEIVED}${Buffer.from(random(12)).toString('hex')}`);
      try {
        await write(file, body, maxBytes, () => checkSpace(folder, 0));
      } catch (error) {
        await remove(file);
        throw error;
      }
      return file;
    },
    async add(key, received, number) {
      await mkdir(pathOf(key), { recursive: true, mode: 0o700 });
      await rename(received, path.join(pathOf(key), String(number)));
    },
    discard: remove,
    has: async (key) => (await changeOf(path.basename(pathOf(key)))) !== undefined,
    pathOf,
    filesOf: (key, names) =>
      names.map((name, number) => ({ name, path: path.join(pathOf(key), String(number)) })),
    remove: (key) => remove(pathOf(key)),
    async list() {
      const found: FoundFolder[] = [];
      for (const name of await entries()) {
        const [, trackingId, id] = NAME.exec(name) ?? [];
        const changedAt = trackingId && id ? await changeOf(name) : undefined;
        if (trackingId && id && changedAt !== undefined)
          found.push({ trackingId, id: Number(id), changedAt });
      }
      return found;
    },
    async sweep(before) {
      for (const name of await entries())
        if (name.startsWith(RECEIVED) && ((await changeOf(name)) ?? before) < before)
          await remove(path.join(folder, name));
    },
  };
}

/** Writes a body to a new file, at the pace of the disk. */
async function write(
  file: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  check: () => Promise<void>,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  let checkAt = CHECK_EVERY;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      if (bytes >= checkAt) {
        checkAt += CHECK_EVERY;
        await check();
      }
      await handle.writeFile(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw noSpace();
    if (code === 'ECONNRESET') throw new AppError('bad_request', 'The upload ended before it was complete.');
    throw error;
  } finally {
    await handle.close();
  }
  if (bytes === 0) throw invalid({ file: ['The body is empty. Send the content of a file.'] });
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    'payload_too_large',
    `The file must be at most ${maxBytes} bytes long. Compress it, or divide it into several files.`,
  );

const noSpace = () => new AppError('unavailable', 'The server has not enough free disk space for the file.');

/** @throws AppError `unavailable` if these bytes would not leave the reserve. */
async function checkSpace(folder: string, bytes: number): Promise<void> {
  // Some file systems do not say how much is free.
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (free > 0 && free - bytes < RESERVE) throw noSpace();
}
