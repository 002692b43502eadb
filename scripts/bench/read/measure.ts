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
  /** The folder for scratch files. */
  folder: string;
}

/** The results for a question. Times are in milliseconds. */
export interface Figures {
  /** The number of SQL statements without cached data. */
  statements: number;
  /** What the engine alone takes for the same questions, in one thread, after a change each time. */
  engine: number;
  /** Over HTTP, one request at a time, each after a hit that changes the response. */
  changed: number;
  /** Over HTTP, many requests at a time, while the data does not change. */
  steady: Load;
}

const CHANGES = 9;

export async function measure(bench: Bench, question: Question): Promise<Figures> {
  const { inside, server } = bench;
  const { count, asked } = await inside.statementsOf(question);
  const engine: number[] = [];
  const changed: number[] = [];
  for (let index = 0; index < CHANGES; index++) {
    await inside.change();
    engine.push(await inside.time(asked));
    changed.push(await ask(server.url, question));
  }
  return {
    statements: count,
    engine: median(engine),
    changed: median(changed),
    steady: await loadOf(bench, question),
  };
}

/** Like `loadOf`, but a hit changes the response ten times a second. */
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
