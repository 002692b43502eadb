/**
 * Changes the product in small ways, one at a time, and runs the tests that execute the changed file: which
 * changes does no test notice? The same seed makes the same changes.
 *
 *     npm run mutants -- --seed 43 --count 30
 *
 * Tests that run the built product do not see the change.
 *
 * `--map FILE` stores which test files execute which files of `src/`, or reads it if it exists.
 * `--repository DIR` changes and tests another checkout. `--only FILE` repeats the changes of an earlier run,
 * which it wrote with `--out FILE`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apply, type Mutation, mutations } from './mutants/mutate.ts';

const FOLDERS = ['ingest', 'engine', 'stats', 'auth', 'live', 'rest', 'graphql'];

/** Longer than all tests take. A change that makes a test wait forever is noticed, too. */
const TIMEOUT_MS = 3_600_000;

interface Mutant extends Mutation {
  file: string;
  line: number;
  before: string;
  after: string;
}

interface Outcome extends Mutant {
  /** The test file that noticed the change; null if none did. */
  caughtBy: string | null;
  /** The number of test files that execute the changed file. */
  ran: number;
}

type Executions = Record<string, { ms: number; executes: string[] }>;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    count: { type: 'string', default: '30' },
    repository: { type: 'string', default: process.cwd() },
    map: { type: 'string', default: '.cache/mutants.json' },
    only: { type: 'string' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const repository = path.resolve(options.repository);

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function choose(seed: number, count: number): Mutant[] {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const sources = FOLDERS.map((folder) =>
    readdirSync(path.join(repository, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => path.join('src', folder, file)),
  );
  const chosen = new Map<string, Mutant>();
  while (chosen.size < count) {
    const file = pick(pick(sources));
    const source = readFileSync(path.join(repository, file), 'utf8');
    const found = mutations(source);
    if (found.length === 0) continue;
    const mutation = pick(found);
    const changed = apply(source, mutation);
    const line = Buffer.from(source).subarray(0, mutation.start).toString().split('\n').length;
    const lineOf = (text: string) => text.split('\n')[line - 1]?.trim() ?? '';
    chosen.set(`${file} ${mutation.start} ${mutation.text}`, {
      ...mutation,
      file,
      line,
      before: lineOf(source),
      after: lineOf(changed),
    });
  }
  return [...chosen.values()];
}

function jest(args: string[], env: Record<string, string> = {}) {
  return spawnSync('npm', ['run', '--silent', 'jest', '--', ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: TIMEOUT_MS,
  });
}

/** Which test files execute which files of `src/`: from a run of the whole suite. */
function readMap(): Executions {
  const file = path.resolve(options.map);
  if (!existsSync(file)) {
    process.stdout.write('Running all tests once, to see what they execute.\n');
    const folder = mkdtempSync(path.join(tmpdir(), 'footfall-coverage-'));
    const reporter = path.resolve('scripts/mutants/reporter.mjs');
    const coverage = ['--coverage', '--coverageProvider=v8', `--coverageDirectory=${folder}`];
    const { stderr } = jest(
      [...coverage, '--coverageReporters=json-summary', `--reporters=${reporter}`, '--reporters=default'],
      { MUTANTS_MAP: file },
    );
    if (!existsSync(file)) throw new Error(stderr);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Executions;
}

/** How many of the fastest test files run before the others: most changes are noticed by one of them. */
const FIRST = 6;

/** Runs the test files that execute the changed file until one fails, the fastest ones first. */
function test(mutant: Mutant, map: Executions): Outcome {
  const file = path.join(repository, mutant.file);
  const source = readFileSync(file, 'utf8');
  const tests = Object.entries(map)
    .filter(([, { executes }]) => executes.includes(mutant.file))
    .sort(([, a], [, b]) => a.ms - b.ms)
    .map(([name]) => name);
  try {
    writeFileSync(file, apply(source, mutant));
    for (const names of [tests.slice(0, FIRST), tests.slice(FIRST)]) {
      if (names.length === 0) continue;
      const { status, stderr } = jest(['--bail', '--runTestsByPath', ...names]);
      const failed = /^FAIL (?:\w+ )?(\S+)/m.exec(stderr)?.[1] ?? 'a run that did not end';
      if (status !== 0) return { ...mutant, caughtBy: failed, ran: tests.length };
    }
  } finally {
    writeFileSync(file, source);
  }
  return { ...mutant, caughtBy: null, ran: tests.length };
}

const seed = Number(options.seed);
process.stdout.write(`Seed: ${seed}\n`);
const mutants = options.only
  ? (JSON.parse(readFileSync(options.only, 'utf8')) as Mutant[])
  : choose(seed, Number(options.count));
if (options.list) {
  for (const { file, line, before, after } of mutants)
    process.stdout.write(`${file}:${line}\n  - ${before}\n  + ${after}\n`);
} else {
  const map = readMap();
  const outcomes: Outcome[] = [];
  for (const mutant of mutants) {
    const outcome = test(mutant, map);
    outcomes.push(outcome);
    const found = outcome.caughtBy ? `caught by ${outcome.caughtBy}` : 'NOT CAUGHT';
    process.stdout.write(
      `${mutant.file}:${mutant.line} ${mutant.kind}\n  - ${mutant.before}\n  + ${mutant.after}\n` +
        `  ${found} (executed by ${outcome.ran} test files)\n`,
    );
    if (options.out) writeFileSync(options.out, JSON.stringify(outcomes, null, 2));
  }
  const survivors = outcomes.filter(({ caughtBy }) => caughtBy === null);
  process.stdout.write(`${outcomes.length - survivors.length} of ${outcomes.length} caught.\n`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
}
