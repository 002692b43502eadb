import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';
/** The free space that all databases of a run need at most, with a reserve. */
const MEMORY_BYTES = 2 ** 31;

/**
 * The folder for databases that need not survive: memory if there is enough, because a commit waits 2 ms for
 * a disk, and a PostgreSQL database consists of 300 files. Otherwise the folder for temporary files.
 * @returns {Promise<string>}
 */
export async function dataRoot() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES ? MEMORY : tmpdir();
}
