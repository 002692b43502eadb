import { graphql } from 'graphql';
import { bearerToken } from '../../../src/auth/bearer.ts';
import { createHashing } from '../../../src/auth/hashing.ts';
import { authenticate } from '../../../src/auth/viewer.ts';
import { readConfig } from '../../../src/config.ts';
import type { DirectConnection } from '../../../src/db/database.ts';
import { createRetry } from '../../../src/db/health/retry.ts';
import { openDatabase, openDirect } from '../../../src/db/open.ts';
import { openPool, statementNames } from '../../../src/db/postgresql/connections.ts';
import type { Sql } from '../../../src/db/sql/sql.ts';
import { openReader } from '../../../src/db/sqlite/reader.ts';
import { isPostgresql } from '../../../src/db/url.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { schema } from '../../../src/graphql/schema/index.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { createLog } from '../../../src/log.ts';
import { createContext, createShared } from '../../../src/request/context.ts';
import { readOwnStats } from '../../../src/stats/query.ts';
import { httpOf, type Question } from './questions.ts';
import { dateBack, LAST_DAY } from './world.ts';

/**
 * Benchmark access to a database: the SQL statements of a question, and changes that invalidate its result.
 */
export interface Inside {
  /**
   * The number of SQL statements for a question without cached data, and the SELECT of statistics among them.
   */
  statementsOf(question: Question): Promise<{ count: number; select: Sql }>;
  /** Executes a SELECT on a separate connection. @returns its duration in ms. */
  time(select: Sql): Promise<number>;
  /**
   * Stores a pageview and an event of a new visitor of the large website, on the last day of a period of this
   * many days and on that of the previous period: every statistic of both changes.
   */
  change(days: number): Promise<void>;
  close(): Promise<void>;
}

export async function openInside(url: string): Promise<Inside> {
  const texts: string[] = [];
  const selects: Sql[] = [];
  const db = await openDatabase(url, { onQuery: (text) => void texts.push(text) });
  const spied = {
    ...db,
    select<Row>(statement: Sql) {
      // The list of websites uses `select`, too.
      if (statement.sql.includes('"Stat"')) selects.push(statement);
      return db.select<Row>(statement);
    },
  };
  const config = readConfig({ DATABASE_URL: url });
  const deps = {
    config,
    db: spied,
    log: createLog('silent', false),
    now: Date.now,
    hashing: createHashing(),
    random: () => new Uint8Array(),
    analysis: createLocalAnalysis(url),
  };
  const reader = openTimed(url);
  const writer = await openDirect(url);
  const change = changes(writer);

  return {
    async statementsOf(question) {
      texts.length = 0;
      selects.length = 0;
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
      const [select] = selects;
      if (!select || selects.length > 1)
        throw new Error(`Expected one SELECT of statistics; got ${selects.length}.`);
      return { count: texts.length, select };
    },
    async time(select) {
      const start = performance.now();
      await reader.run(select);
      return performance.now() - start;
    },
    change,
    async close() {
      await reader.close();
      await writer.close();
      await db.close();
    },
  };
}

/** A separate connection with the settings of the server's connections. */
function openTimed(url: string): { run(select: Sql): Promise<unknown>; close(): Promise<void> } {
  if (!isPostgresql(url)) {
    const reader = openReader(url);
    return {
      run: async ({ sql, values }) => reader.select(sql, values),
      close: async () => reader.close(),
    };
  }
  const pool = openPool(url, 1, { readOnly: true, integers: 'numbers' });
  const nameOf = statementNames();
  return {
    run: ({ text, values }) => pool.query({ name: nameOf(text), text, values }),
    close: () => pool.end(),
  };
}

function changes(writer: DirectConnection): (days: number) => Promise<void> {
  // Far above the IDs of the other hits.
  let id = 2n ** 62n;
  const lock = createRetry(5_000, (error) => String(error).includes('locked'));
  return async (days) => {
    id += 4n;
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
    const hits = [0, days].flatMap((back): Hit[] => {
      const day = Number(dateBack(back).replaceAll('-', ''));
      const moment = { websiteId: 1, at: LAST_DAY, day, hour: 0, visitor: id, path: '/', dimensions };
      return [
        { ...moment, event: null },
        { ...moment, event },
      ];
    });
    // The server also writes: it stores the last use of a key.
    await lock.run(() => {
      let next = id;
      return writer.transaction((tx) => storeHits(tx, hits, () => next++));
    });
  };
}
