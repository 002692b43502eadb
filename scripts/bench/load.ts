import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/root.ts';

/** The result of a load. Latencies are in milliseconds. */
export interface Load {
  requests: number;
  seconds: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses other than 2xx and 3xx, and requests without a response. */
  failed: number;
}

export interface LoadOptions {
  url: string;
  /** Raw requests, which are sent in turn. */
  requests: readonly string[];
  connections: number;
  seconds: number;
  /** The folder for scratch files. */
  folder: string;
  /** The name of the file with the requests, for loads that run at the same time. */
  name?: string;
}

/**
 * The wrk script: one thread sends the requests of a file in turn, and prints one line of JSON at the end.
 */
const SCRIPT = (file: string) => `
local requests, n, i = {}, 0, 0
for line in io.lines(${JSON.stringify(file)}) do
  n = n + 1
  requests[n] = line:gsub("\\001", "\\r\\n")
end
request = function() i = i % n + 1 return requests[i] end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"failed":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** Sends requests over keep-alive connections as fast as they are answered; uses `wrk` if it is installed. */
export async function load(options: LoadOptions): Promise<Load> {
  const file = path.join(options.folder, `${options.name ?? 'requests'}.txt`);
  await writeFile(file, `${options.requests.map((raw) => raw.replaceAll('\r\n', '\x01')).join('\n')}\n`);
  const { url, connections, seconds } = options;
  const output = (await hasWrk())
    ? await wrk(file, { url, connections, seconds })
    : await run(process.execPath, [
        '--import=tsx',
        path.join(root, 'scripts/bench/client.ts'),
        url,
        file,
        String(connections),
        String(seconds),
      ]);
  const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Omit<Load, 'perSecond'>;
  return { ...result, perSecond: result.requests / result.seconds };
}

let wrkIsThere: Promise<boolean> | null = null;

/** Whether `wrk` generates the load; otherwise client.ts does, which needs more CPU time. */
export function hasWrk(): Promise<boolean> {
  wrkIsThere ??= run('wrk', ['-v'], true).then(
    () => true,
    () => false,
  );
  return wrkIsThere;
}

async function wrk(
  file: string,
  { url, connections, seconds }: Pick<LoadOptions, 'url' | 'connections' | 'seconds'>,
) {
  const script = `${file}.lua`;
  await writeFile(script, SCRIPT(file));
  return run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]);
}

function run(command: string, args: string[], anyCode = false): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || anyCode ? resolve(output) : reject(new Error(`${command} exited with code ${code}.`)),
    );
  });
}
