import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a folder for temporary files, which only this user can read. Whoever creates it deletes it.
 * @param parent the folder in which it is created; that of the system by default.
 * @returns its path.
 */
export const temporaryFolder = (parent: string = tmpdir()): Promise<string> =>
  mkdtemp(path.join(parent, 'footfall-import-'));
