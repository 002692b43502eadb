import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../../src/root.ts';
import { environmentIn } from './database.ts';

/** STATEMENT_TIMEOUT of servers in tests, in s: a busy machine may need much longer for a read than usual. */
export const STATEMENT_TIMEOUT = '300';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment of a child process: only PATH, HOME, the database and the given variables. */
export async function environment(cwd: string, env: Record<string, string>): Promise<NodeJS.ProcessEnv> {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...(await environmentIn(cwd, env)) };
}

/**
 * Runs a built program of dist/ or bin/, or `--eval` with a script, in a folder until it exits.
 * @param under as for `startProcess`.
 * @param home the folder of the package; this repository by default.
 */
export async function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
  under: string[] = [],
  home = root,
): Promise<Ended> {
  const what = program.startsWith('--') ? program : path.join(home, program);
  const [command = '', ...rest] = [...under, process.execPath, what, ...args];
  const child = spawn(command, rest, { cwd, env: await environment(cwd, env) });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

/**
 * Starts the built server and waits for the log line with the address that it listens on.
 * @param under a command with arguments that replaces itself by the command that follows it, such as `nice`.
 * @param home the folder of the package; this repository by default.
 */
export function startProcess(
  cwd: string,
  env: Record<string, string> = {},
  under: string[] = [],
  home = root,
) {
  const [command = '', ...args] = [...under, process.execPath, path.join(home, 'dist/main.js')];
  return listening(command, args, cwd, env);
}

/** Like `startProcess`, but with `npm start` and without building again. */
export function npmStart(env: Record<string, string>) {
  return listening('npm', ['start', '--silent', '--ignore-scripts'], root, env);
}

/** Like `startProcess`, but with `npm start` in the folder of another copy of the package. */
export function npmStartIn(home: string, env: Record<string, string>) {
  return listening('npm', ['start', '--silent'], home, env);
}

/** The fields of a line of the server's log that tests read. */
export interface LogLine {
  msg: string;
  level: number;
  cause?: string;
  hits?: number;
}

async function listening(command: string, args: string[], cwd: string, env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd,
    env: await environment(cwd, { PORT: '0', STATEMENT_TIMEOUT, ...env }),
  });
  const lines: LogLine[] = [];
  let rest = '';
  let heard: () => void = () => undefined;
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const parts = `${rest}${chunk}`.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) lines.push(JSON.parse(part));
      heard();
      const listening = lines.map(({ msg }) => /listens on (\S+);/.exec(msg)?.[1]).find(Boolean);
      if (listening) resolve(listening.replace('localhost', '127.0.0.1'));
    });
    child.once('close', () => reject(new Error(`The server exited: ${JSON.stringify(lines)}`)));
  });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    url,
    lines,
    pid: child.pid ?? 0,
    /** Waits for a line of the log. */
    says: (what: RegExp) =>
      new Promise<LogLine>((resolve) => {
        heard = () => {
          const line = lines.find(({ msg }) => what.test(msg));
          if (line) resolve(line);
        };
        heard();
      }),
    /** Sends the signal and returns the exit code. */
    stop,
    /** Closes the pipe that the server logs to. */
    closeLog: () => child.stdout.destroy(),
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL');
    },
  };
}
