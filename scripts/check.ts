/**
 * Runs everything that `npm test` checks: the build, and then the static checks beside the tests, which leave
 * the processors idle now and then. All of them run even if one fails.
 */
import { spawn } from 'node:child_process';

interface Ended {
  script: string;
  passed: boolean;
}

/** Runs a script of package.json. `quiet` shows its output only when it has ended, in one piece. */
function npmRun(script: string, { args = [], quiet = false }: { args?: string[]; quiet?: boolean } = {}) {
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  let output = '';
  const add = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(`\nnpm run ${[script, ...args].join(' ')} failed:\n${output}\n`);
      resolve({ script, passed: code === 0 });
    }),
  );
}

/** One after the other, because each of them uses all processors. */
async function staticChecks(): Promise<Ended[]> {
  return [
    await npmRun('types', { quiet: true }),
    await npmRun('schema', { args: ['--check'], quiet: true }),
    await npmRun('schema:postgresql', { args: ['--check'], quiet: true }),
  ];
}

const [build, lint] = await Promise.all([npmRun('build'), npmRun('lint', { quiet: true })]);
const rest = build.passed ? await Promise.all([npmRun('jest'), staticChecks()]) : [];
const failed = [build, lint, ...rest.flat()].filter(({ passed }) => !passed).map(({ script }) => script);
if (failed.length > 0) process.stderr.write(`Failed: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
