import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Ended, environment } from './process.ts';

const HOST = new URL('cliHost.mjs', import.meta.url);

/** The built command line in a folder. */
export interface Cli {
  /** Runs `footfall` with arguments; not while another command runs. */
  footfall(args: string[], env?: Record<string, string>): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts one process that runs many commands, because starting a process takes half a second of CPU time.
 * Tests of exit codes and of what processes share start their own processes (`run` in process.ts).
 */
export function startCli(folder: string): Cli {
  const child = fork(HOST, { cwd: folder });
  return {
    async footfall(args, env = {}) {
      child.send({ args, env: await environment(folder, env) });
      const [ended] = await once(child, 'message');
      return ended as Ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'close');
    },
  };
}
