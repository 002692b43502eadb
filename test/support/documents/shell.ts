import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../src/root.ts';
import { temporaryFolder } from '../database.ts';
import type { Ended } from '../process.ts';

/** A shell in a private folder, in which `curl` and `npx` are replaced by those of the test. */
export interface Shell {
  run(script: string): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * @param env the variables that the examples use: KEY, PASSWORD, DATABASE_URL; and SERVER, the target of
 * every curl.
 */
export async function openShell(env: Record<string, string>): Promise<Shell> {
  const temporary = await temporaryFolder();
  const { folder } = temporary;
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  const programs = {
    curl: path.join(root, 'test/support/documents/curl.mjs'),
    // npx would try to download any other package.
    npx: path.join(root, 'test/support/documents/npx.mjs'),
  };
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return {
    run(script) {
      const child = spawn('sh', ['-e', '-c', script], {
        cwd: folder,
        env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, ...env },
      });
      const ended: Ended = { code: null, stdout: '', stderr: '' };
      child.stdout.on('data', (chunk) => {
        ended.stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        ended.stderr += chunk;
      });
      return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}
