import { isDeepStrictEqual } from 'node:util';
import { httpOf, overviewQuestion } from '../read/questions.ts';
import type { Measured } from '../servers.ts';
import { median } from '../table.ts';
import { askServer, send } from './ask.ts';
import type { Duck } from './duckdb.ts';
import { type BenchQuestion, lastDays, operationOf, QUESTIONS } from './questions.ts';
import type { Rows } from './rows.ts';
import { DUCKDB_TABLES, SQLITE_TABLES, statementsOf } from './sql.ts';

/** What answers the questions. */
export interface Sources {
  server: Measured;
  duck: Duck;
  rows: Rows;
  effort: Effort;
}

/** How often questions are repeated: the same for Footfall and for DuckDB. */
export interface Effort {
  /** How long a question is repeated before it is measured, in seconds: until all code is compiled. */
  warmUp: number;
  /** The most repetitions before it is measured. */
  most: number;
  /** Measured repetitions. */
  repeats: number;
}

/** The times of a repeated question in ms. */
interface Times {
  /** The first time, and the median of the measured repetitions; infinite if there was no answer. */
  first: number;
  warm: number;
  /** CPU time of a measured repetition, in all threads of the process; less disturbed by other work. */
  cpu: number;
}

/** The times of a question. */
export interface Measurement {
  question: BenchQuestion;
  days: number;
  /** Over HTTP. */
  ours: Times;
  duck: Times;
  /** SQL on the rows, once, in ms; null if it took longer than the limit. */
  rows: number | null;
  /** The resident memory of the server after its answers, in MB. */
  memory: number;
  /** The error in the answers, or the reason why there is no answer. */
  wrong: string[];
}

/**
 * Asks for overviews without filters, which the rollup answers, so that the memory for questions with filters
 * is measured against a server that is at work, and not against one that has just started.
 */
export async function askUnfiltered(url: string, { warmUp, most }: Effort): Promise<void> {
  for (const days of [30, 365]) {
    const { headers, body } = httpOf(overviewQuestion(days));
    const until = performance.now() + 1_000 * warmUp;
    for (let index = 0; index <= most && performance.now() < until; index++) {
      const { status, text } = await send(`${url}/graphql`, headers, body);
      if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
    }
  }
}

/** Asks each question over 30 and 365 days. */
export async function measureAll(sources: Sources): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const days of [30, 365]) {
    for (const question of QUESTIONS) {
      const measurement = await measure(sources, question, days);
      found.push(measurement);
      const { ours, duck, wrong } = measurement;
      const times = [ours.first, ours.warm, duck.warm].map((ms) => ms.toFixed(0)).join(', ');
      process.stderr.write(`${question.name} ${days} d: ${times} ${wrong.join(', ')}\n`);
    }
  }
  return found;
}

async function measure(
  { server, duck, rows, effort }: Sources,
  question: BenchQuestion,
  days: number,
): Promise<Measurement> {
  const operation = operationOf(question, lastDays(days));
  const inDuckdb = statementsOf(question, days, DUCKDB_TABLES);
  const ours = await repeat(effort, server.cpu, () => askServer(server.url, operation));
  const memory = server.memory().now;
  const theirs = await repeat(effort, ownCpu, () => duck.ask(inDuckdb));
  const plain = await rows.ask(statementsOf(question, days, SQLITE_TABLES));
  const wrong =
    ours.rows === null
      ? [ours.error]
      : [
          ...difference('DuckDB', ours.rows, theirs.rows),
          ...difference('SQL on the rows', ours.rows, plain ? plain.rows : null),
        ];
  return {
    ...{ question, days, memory, wrong },
    ...{ ours: ours.times, duck: theirs.times, rows: plain ? plain.ms : null },
  };
}

/** CPU time of this process in seconds. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function repeat(
  { warmUp, most, repeats }: Effort,
  cpu: () => number,
  ask: () => Promise<{ rows: string[][]; ms: number }>,
) {
  try {
    const { rows, ms: first } = await ask();
    const until = performance.now() + 1_000 * warmUp;
    for (let index = 0; index < most && performance.now() < until; index++) await ask();
    const before = cpu();
    const all: number[] = [];
    for (let index = 0; index < repeats; index++) all.push((await ask()).ms);
    return {
      rows,
      times: { first, warm: median(all), cpu: ((cpu() - before) * 1_000) / repeats },
      error: '',
    };
  } catch (error) {
    const times = { first: Number.POSITIVE_INFINITY, warm: Number.POSITIVE_INFINITY, cpu: Number.NaN };
    return { rows: null, times, error: String(error) };
  }
}

/** Describes the first row that differs; empty without another answer. */
function difference(name: string, ours: string[][], theirs: string[][] | null): string[] {
  if (theirs === null || isDeepStrictEqual(ours, theirs)) return [];
  const at = ours.findIndex((row, index) => !isDeepStrictEqual(row, theirs[index]));
  const row = at < 0 ? ours.length : at;
  return [`${name}: row ${row} is ${JSON.stringify(theirs[row])}, not ${JSON.stringify(ours[row])}`];
}
