import { type Load, load } from '../load.ts';
import type { Measured } from '../servers.ts';
import { median } from '../table.ts';
import { ask } from './ask.ts';
import type { Inside } from './inside.ts';
import { type Question, rawOf } from './questions.ts';

export interface Bench {
  server: Measured;
  inside: Inside;
  seconds: number;
  connections: number;
  /** For scratch files. */
  folder: string;
}

/** Figures of a question. Milliseconds. */
export interface Figures {
  /** SQL statements with nothing remembered. */
  statements: number;
  /** Its SELECT by itself, each time after such a hit. */
  sql: number;
  /** Over HTTP, one at a time, each after a hit that changes the answer. */
  changed: number;
  /** Over HTTP, many at a time, while nothing changes. */
  steady: Load;
}

const CHANGES = 9;

export async function measure(bench: Bench, question: Question): Promise<Figures> {
  const { inside, server } = bench;
  const { count, select } = await inside.statementsOf(question);
  const sql: number[] = [];
  const changed: number[] = [];
  for (let index = 0; index < CHANGES; index++) {
    await inside.change();
    sql.push(await inside.time(select));
    changed.push(await ask(server.url, question));
  }
  return {
    statements: count,
    sql: median(sql),
    changed: median(changed),
    steady: await loadOf(bench, question),
  };
}

/** The same while a hit changes the answer ten times a second. */
export async function measureLive(bench: Bench, question: Question): Promise<Load> {
  const timer = setInterval(() => void bench.inside.change(), 100);
  try {
    return await loadOf(bench, question);
  } finally {
    clearInterval(timer);
  }
}

export function loadOf({ server, connections, seconds, folder }: Bench, question: Question): Promise<Load> {
  return load({ url: server.url, requests: [rawOf(question)], connections, seconds, folder });
}
