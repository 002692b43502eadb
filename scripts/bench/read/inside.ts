import { graphql } from 'graphql';
import { bearerToken } from '../../../src/auth/bearer.ts';
import { createHashing } from '../../../src/auth/hashing.ts';
import { authenticate } from '../../../src/auth/viewer.ts';
import { DAY_MS } from '../../../src/calendar/days.ts';
import { readConfig } from '../../../src/config.ts';
import type { DirectConnection } from '../../../src/db/database.ts';
import { createRetry } from '../../../src/db/health/retry.ts';
import { openDatabase, openDirect } from '../../../src/db/open.ts';
import { type Analysis, createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import type { WebsiteQuestions } from '../../../src/engine/columns/read/closedDays.ts';
import { schema } from '../../../src/graphql/schema/index.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { hitIds } from '../../../src/ingest/recorder/ids.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { createLog } from '../../../src/log.ts';
import { createContext, createShared } from '../../../src/request/context.ts';
import { readOwnStats } from '../../../src/stats/query.ts';
import { httpOf, type Question } from './questions.ts';
import { dateBack, LAST_DAY } from './world.ts';

type Asked = readonly WebsiteQuestions[];

/**
 * Benchmark access to a database: the SQL statements of a question, and changes that invalidate its result.
 */
export interface Inside {
  /** The number of SQL statements for a request without cached data, and what it asks the engine. */
  statementsOf(question: Question): Promise<{ count: number; asked: Asked }>;
  /** Asks the engine alone, in this process. @returns the duration in ms. */
  time(asked: Asked): Promise<number>;
  /** Stores a pageview and an event of a new visitor of the large website today: every statistic changes. */
  change(): Promise<void>;
  close(): Promise<void>;
}

export async function openInside(url: string): Promise<Inside> {
  const texts: string[] = [];
  const asks: Asked[] = [];
  const db = await openDatabase(url, { onQuery: (text) => void texts.push(text) });
  const analysis = createLocalAnalysis(url);
  const spied: Analysis = {
    ...analysis,
    answer(asked, requester) {
      asks.push(asked);
      return analysis.answer(asked, requester);
    },
  };
  const config = readConfig({ DATABASE_URL: url });
  const deps = {
    config,
    db,
    log: createLog('silent', false),
    now: Date.now,
    hashing: createHashing(),
    random: () => new Uint8Array(),
    analysis: spied,
  };
  const writer = await openDirect(url);
  const change = changes(writer);

  return {
    async statementsOf(question) {
      texts.length = 0;
      asks.length = 0;
      const shared = createShared(deps);
      const viewer = await authenticate(
        bearerToken(httpOf(question).headers.Authorization ?? ''),
        shared.cache,
        Date.now(),
      );
      const context = createContext(deps, viewer, shared);
      if (question.operation === null) {
        const parameters = new URL(question.path, 'http://stats.example').searchParams;
        await readOwnStats(1, Object.fromEntries(parameters), context);
      } else {
        const { errors } = await graphql({ schema, source: question.operation, contextValue: context });
        if (errors) throw errors[0];
      }
      const [asked] = asks;
      if (!asked || asks.length > 1)
        throw new Error(`Expected one question to the engine; got ${asks.length}.`);
      return { count: texts.length, asked };
    },
    async time(asked) {
      const start = performance.now();
      await analysis.answer(asked);
      return performance.now() - start;
    },
    change,
    async close() {
      await analysis.close();
      await writer.close();
      await db.close();
    },
  };
}

function changes(writer: DirectConnection): () => Promise<void> {
  // After all hits of the day.
  const nextId = hitIds(() => LAST_DAY + DAY_MS - 1, 5n);
  let visitor = 2n ** 61n;
  const lock = createRetry(5_000, (error) => String(error).includes('locked'));
  return async () => {
    visitor += 1n;
    const dimensions = {
      referrer: '',
      campaign: 'campaign-1',
      source: 'newsletter',
      channel: 'Email',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_term: 'term-1',
      utm_content: 'content-1',
      browser: 'Browser 1',
      os: 'System 1',
      device: 'desktop',
      language: 'aa',
      resolution: '1920x1080',
      continent: 'EU',
      country: 'AA',
      city: '',
    };
    const event = { name: 'Event 1', value: null, unit: null };
    const day = Number(dateBack(0).replaceAll('-', ''));
    const moment = { websiteId: 1, at: LAST_DAY + DAY_MS - 1, day, hour: 23, visitor, path: '/', dimensions };
    const hits: Hit[] = [
      { ...moment, event: null },
      { ...moment, event },
    ];
    // The server also writes: it stores the last use of a key.
    await lock.run(() => writer.transaction((tx) => storeHits(tx, hits, nextId)));
  };
}
