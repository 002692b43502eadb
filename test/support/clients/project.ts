import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../../src/root.ts';

/** The project of a user: a folder with packages, in which programs run. */
export interface Project {
  folder: string;
  /** Writes a file. */
  write(name: string, text: string): Promise<void>;
  /** Runs a command of a package, such as `tsc`. @throws its output if it fails. */
  command(name: string, ...args: string[]): Promise<string>;
  /** Runs a TypeScript program. @returns the lines that it prints, one at a time. */
  program(name: string, env: Record<string, string>): AsyncGenerator<string, void>;
}

/** Time limit of a program in ms, so that a client that hangs is found. */
const PROGRAM_MS = 120_000;

/** Opens a folder with packages, by `node_modules` in it or above it, as a project. */
export function openProject(folder: string): Project {
  const run = promisify(execFile);
  return {
    folder,
    async write(name, text) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    },
    async command(name, ...args) {
      const file = path.join(folder, 'node_modules/.bin', name);
      try {
        return (await run(file, args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 })).stdout;
      } catch (error) {
        const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
        throw new Error(`${name} failed: ${stdout}${stderr}` || message);
      }
    },
    async *program(name, env) {
      const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
      const { PATH, HOME } = process.env;
      const child = spawn(process.execPath, ['--import', tsx, name], {
        cwd: folder,
        env: { PATH, HOME, NODE_ENV: 'production', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: PROGRAM_MS,
      });
      let errors = '';
      child.stderr.on('data', (part) => {
        errors += part;
      });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      try {
        yield* createInterface(child.stdout);
        if ((await ended) !== 0) throw new Error(`${name} failed: ${errors.slice(-2_000)}`);
      } finally {
        child.kill();
      }
    },
  };
}

/** Creates a project with packages of exact versions from the npm registry. */
export async function installProject(folder: string, packages: Record<string, string>): Promise<Project> {
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'client', private: true, type: 'module', dependencies: packages };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'],
    { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
  );
  return openProject(folder);
}
