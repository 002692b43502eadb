import { isDeepStrictEqual } from 'node:util';
import { httpOf, overviewQuestion } from '../read/questions.ts';
import type { Measured } from '../servers.ts';
import { median } from '../table.ts';
import { askServer, send } from './ask.ts';
import { BEHAVIOUR } from './behaviour.ts';
import type { Duck } from './duckdb.ts';
import { type BenchQuestion, operationOf, QUESTIONS } from './questions.ts';
import type { Rows } from './rows.ts';
import { statementsOf } from './sql.ts';
import { DUCKDB_TABLES, lastDays, SQLITE_TABLES } from './tables.ts';

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
  /** The first time; infinite if there was no answer. */
  first: number;
  /** The median of the measured repetitions, each of which is evaluated. */
  warm: number;
  /** CPU time of such a repetition, in all threads of the process; less disturbed by other work. */
  cpu: number;
  /** The median of repetitions to which an answer may be kept. */
  again: number;
}

/** The times of a question. */
export interface Measurement {
  question: BenchQuestion;
  days: number;
  /** Over HTTP. */
  ours: Times;
  duck: Times;
  /** SQL on the rows, once, in ms; infinite if it took longer than the limit, null if it was not asked. */
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

/**
 * Asks each question over 30 and 365 days: first all of them until they are warm, and then again to measure
 * them. Code is compiled for all questions, so one that is measured too early is that of a server that has
 * just started.
 */
export async function measureAll(sources: Sources): Promise<Measurement[]> {
  const questions = [...QUESTIONS, ...BEHAVIOUR];
  const asked = [30, 365].flatMap((days) => questions.map((question) => sidesOf(sources, question, days)));
  for (const { ours, theirs } of asked) {
    await ours.warmUp();
    await theirs.warmUp();
  }
  const found: Measurement[] = [];
  for (const one of asked) {
    const measurement = await measure(sources, one);
    found.push(measurement);
    const { question, days, ours, duck, wrong } = measurement;
    const times = [ours.first, ours.warm, duck.warm].map((ms) => ms.toFixed(0)).join(', ');
    process.stderr.write(`${question.name} ${days} d: ${times} ${wrong.join(', ')}\n`);
  }
  return found;
}

/** A question, as it is asked on both sides. */
interface Sides {
  question: BenchQuestion;
  days: number;
  ours: Repeated;
  theirs: Repeated;
}

function sidesOf({ server, duck, effort }: Sources, question: BenchQuestion, days: number): Sides {
  const range = lastDays(days);
  const inDuckdb = statementsOf(question, days, DUCKDB_TABLES);
  return {
    question,
    days,
    ours: repeated(effort, server.cpu, (unseen) =>
      askServer(server.url, operationOf(question, range, unseen)),
    ),
    // DuckDB keeps no answers.
    theirs: repeated(effort, ownCpu, () => duck.ask(inDuckdb)),
  };
}

async function measure({ server, rows }: Sources, sides: Sides): Promise<Measurement> {
  const { question, days } = sides;
  const ours = await sides.ours.measure();
  const memory = server.memory().now;
  const theirs = await sides.theirs.measure();
  const onRows = question.parts.every(({ kind }) => kind !== 'behaviour');
  const plain = onRows ? await rows.ask(statementsOf(question, days, SQLITE_TABLES)) : null;
  const wrong =
    ours.rows === null
      ? [ours.error]
      : [
          ...difference('DuckDB', ours.rows, theirs.rows),
          ...difference('SQL on the rows', ours.rows, plain ? plain.rows : null),
        ];
  return {
    question,
    days,
    memory,
    wrong,
    ours: ours.times,
    duck: theirs.times,
    rows: onRows ? (plain?.ms ?? Number.POSITIVE_INFINITY) : null,
  };
}

/** CPU time of this process in seconds. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The answer to a question that was repeated, and its times; no answer if it failed. */
interface Repetition {
  rows: string[][] | null;
  times: Times;
  error: string;
}

/** A question that is asked again and again. */
interface Repeated {
  /** Asks it until it is warm. */
  warmUp(): Promise<void>;
  /** Measures it. */
  measure(): Promise<Repetition>;
}

/** The number of the latest condition that no question had before (`operationOf`). */
let unseen = 0;

function repeated(
  { warmUp, most, repeats }: Effort,
  cpu: () => number,
  ask: (unseen: number | null) => Promise<{ rows: string[][]; ms: number }>,
): Repeated {
  const never = Number.POSITIVE_INFINITY;
  let first = never;
  let rows: string[][] | null = null;
  let error = '';

  /** Asks it, evaluated each time. */
  async function evaluated(): Promise<number> {
    unseen += 1;
    const { rows: found, ms } = await ask(unseen);
    if (!isDeepStrictEqual(found, rows))
      throw new Error('The answer changed with a condition that all meet.');
    return ms;
  }

  return {
    async warmUp() {
      try {
        ({ rows, ms: first } = await ask(null));
        const until = performance.now() + 1_000 * warmUp;
        for (let index = 0; index < most && performance.now() < until; index++) await evaluated();
      } catch (failure) {
        rows = null;
        error = String(failure);
      }
    },
    async measure() {
      const failed = { rows: null, times: { first: never, warm: never, cpu: Number.NaN, again: never } };
      if (rows === null) return { ...failed, error };
      try {
        const [warm, again]: [number[], number[]] = [[], []];
        // What another question did in between is not this one's.
        await evaluated();
        const before = cpu();
        for (let index = 0; index < repeats; index++) warm.push(await evaluated());
        const used = ((cpu() - before) * 1_000) / repeats;
        await ask(null);
        for (let index = 0; index < repeats; index++) again.push((await ask(null)).ms);
        return { rows, times: { first, warm: median(warm), cpu: used, again: median(again) }, error };
      } catch (failure) {
        return { ...failed, error: String(failure) };
      }
    },
  };
}

/** Describes the first row that differs; empty without another answer. */
function difference(name: string, ours: string[][], theirs: string[][] | null): string[] {
  if (theirs === null || isDeepStrictEqual(ours, theirs)) return [];
  const at = ours.findIndex((row, index) => !isDeepStrictEqual(row, theirs[index]));
  const row = at < 0 ? ours.length : at;
  return [`${name}: row ${row} is ${JSON.stringify(theirs[row])}, not ${JSON.stringify(ours[row])}`];
}
