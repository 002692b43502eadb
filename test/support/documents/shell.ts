import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from '../../../src/root.ts';
import { startCli } from '../cli.ts';
import { temporaryFolder } from '../database.ts';
import type { Ended } from '../process.ts';

/** A shell in a private folder, in which `curl` and `npx` are replaced by those of the test. */
export interface Shell {
  /** @param env more variables than those of the shell. */
  run(script: string, env?: Record<string, string>): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a shell. All of its `npx footfall` run in one process, one after the other.
 * @param variables those that the examples use: KEY, PASSWORD, DATABASE_URL; and SERVER, the target of every
 * curl.
 */
export async function openShell(variables: Record<string, string> = {}): Promise<Shell> {
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
  const cli = startCli(folder);
  const socketPath = path.join(folder, 'cli.sock');
  const commands = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', async () => {
      const { args, env } = JSON.parse(text);
      socket.end(JSON.stringify(await cli.footfall(args, env)));
    });
  }).listen(socketPath);
  await once(commands, 'listening');
  return {
    run(script, more = {}) {
      const env = { ...variables, ...more };
      const child = spawn('sh', ['-e', '-c', script], {
        cwd: folder,
        env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, FOOTFALL_TEST_CLI: socketPath, ...env },
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
    async [Symbol.asyncDispose]() {
      commands.close();
      await cli[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
    },
  };
}
