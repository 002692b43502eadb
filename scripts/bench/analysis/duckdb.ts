import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import Sqlite from 'better-sqlite3';
import { DIMENSIONS } from '../../../src/engine/registry/dimensions.ts';
import { PROPERTIES } from './extras.ts';
import { numberText } from './questions.ts';

/** A database with the visits and hits of another one, in DuckDB's own tables. */
export interface Duck {
  /** The duration of the copying in seconds. */
  seconds: number;
  /** The size of the file in bytes. */
  bytes: number;
  /** Executes statements. @returns all of their rows as texts, and the duration in ms. */
  ask(statements: readonly string[]): Promise<{ rows: string[][]; ms: number }>;
  /** The memory of its buffers in bytes. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

/** The properties whose values are texts. */
const TEXT_PROPERTIES = PROPERTIES.filter((name) => name !== 'seats');
/** Text columns of `Visit`: each an ENUM, DuckDB's type for dictionaries, which is faster than VARCHAR. */
const VISIT_TEXTS = [...DIMENSIONS, 'path', 'exitPath'];
const VISIT_NUMBERS = ['websiteId', 'day', 'number', 'startedAt', 'lastAt', 'pageviews', 'events'];
const SEPARATOR = '\t';
const LINES = 5_000;

/** Copies the rows of an SQLite database. @param folder for the file of DuckDB and scratch files. */
export async function openDuck(sqlite: string, folder: string): Promise<Duck> {
  const file = path.join(folder, `${path.basename(sqlite)}.duckdb`);
  const start = performance.now();
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const db = new Sqlite(sqlite, { readonly: true });
  db.defaultSafeIntegers();

  /** Writes a table as lines of text, and reads them into a table without dictionaries. */
  async function load(table: string, columns: readonly string[], types: Record<string, string>) {
    const lines = path.join(folder, `${table}.tsv`);
    const expressionOf = (name: string) =>
      (PROPERTIES as readonly string[]).includes(name) ? `"properties" ->> '$.${name}'` : `"${name}"`;
    const cells = columns.map((name) => `COALESCE(CAST(${expressionOf(name)} AS TEXT), '\\N')`);
    const select = db.prepare(`SELECT ${cells.join(` || char(9) || `)} FROM "${table}"`).pluck();
    const out = createWriteStream(lines);
    let batch: string[] = [];
    const flush = async () => {
      if (!out.write(`${batch.join('\n')}\n`)) await once(out, 'drain');
      batch = [];
    };
    for (const line of select.iterate() as Iterable<string>) {
      batch.push(line);
      if (batch.length === LINES) await flush();
    }
    await flush();
    out.end();
    await once(out, 'close');
    const declared = columns.map((name) => `'${name}': '${types[name] ?? 'VARCHAR'}'`).join(', ');
    await connection.run(`CREATE TABLE "${table}Text" AS SELECT * FROM read_csv('${lines}', header = false,
      delim = '${SEPARATOR}', quote = '', escape = '', nullstr = '\\N', columns = {${declared}})`);
    await rm(lines);
  }

  const numbers = Object.fromEntries(VISIT_NUMBERS.map((name) => [name, 'BIGINT']));
  const visitTypes = {
    ...numbers,
    websiteId: 'INTEGER',
    day: 'INTEGER',
    number: 'INTEGER',
    visitor: 'BIGINT',
  };
  await load('Visit', [...VISIT_NUMBERS, 'visitor', ...VISIT_TEXTS], visitTypes);
  const hitColumns = ['websiteId', 'day', 'visitor', 'visit', 'id', 'at', 'path', 'event'];
  await load('Hit', [...hitColumns, 'amount', 'currency', ...PROPERTIES], {
    websiteId: 'INTEGER',
    day: 'INTEGER',
    visitor: 'BIGINT',
    visit: 'INTEGER',
    id: 'BIGINT',
    at: 'BIGINT',
    amount: 'BIGINT',
    seats: 'INTEGER',
  });
  db.close();

  for (const name of VISIT_TEXTS)
    await connection.run(`CREATE TYPE "visit_${name}" AS ENUM
      (SELECT DISTINCT "${name}" AS "value" FROM "VisitText" ORDER BY "value")`);
  const hitTexts = ['path', 'event', 'currency', ...TEXT_PROPERTIES];
  for (const name of hitTexts)
    await connection.run(`CREATE TYPE "hit_${name}" AS ENUM
      (SELECT DISTINCT "${name}" FROM "HitText" WHERE "${name}" IS NOT NULL ORDER BY 1)`);
  await connection.run(`CREATE TYPE "hit_step" AS ENUM
    (SELECT DISTINCT COALESCE("event", "path") FROM "HitText" ORDER BY 1)`);
  const texts = VISIT_TEXTS.map((name) => `"${name}"::"visit_${name}" AS "${name}"`).join(', ');
  // Rows are in the order of the days, so that DuckDB skips blocks, and ids are small numbers.
  await connection.run(`CREATE TABLE "Numbered" AS SELECT *,
      (row_number() OVER (ORDER BY "websiteId", "day", "visitor", "number"))::INTEGER AS "id",
      (dense_rank() OVER (ORDER BY "websiteId", "day", "visitor"))::INTEGER AS "person"
    FROM "VisitText"`);
  await connection.run(`CREATE TABLE "Visit" AS SELECT "id", "person" AS "visitor", "websiteId", "day",
      "startedAt", "lastAt", "pageviews"::INTEGER AS "pageviews", "events"::INTEGER AS "events", ${texts}
    FROM "Numbered" ORDER BY "id"`);
  const ofHit = hitTexts.map((name) => `h."${name}"::"hit_${name}" AS "${name}"`).join(', ');
  await connection.run(`CREATE TABLE "Hit" AS SELECT h."websiteId", h."day", v."person" AS "visitor",
      v."id" AS "visit", h."at", h."amount", h."seats",
      (row_number() OVER (ORDER BY v."id", h."at", h."id"))::INTEGER AS "position",
      COALESCE(h."event", h."path")::"hit_step" AS "step", ${ofHit}
    FROM "HitText" AS h JOIN "Numbered" AS v
      ON v."websiteId" = h."websiteId" AND v."day" = h."day" 
        AND v."visitor" = h."visitor" AND v."number" = h."visit"
    ORDER BY "position"`);
  for (const table of ['VisitText', 'HitText', 'Numbered']) await connection.run(`DROP TABLE "${table}"`);
  await connection.run('CHECKPOINT');
  const seconds = (performance.now() - start) / 1_000;
  const numberOf = async (select: string) =>
    Number((await connection.runAndReadAll(select)).getRows()[0]?.[0]);
  const bytes = await numberOf('SELECT used_blocks * block_size FROM pragma_database_size()');

  return {
    seconds,
    bytes,
    memory: () => numberOf('SELECT SUM(memory_usage_bytes) FROM duckdb_memory()'),
    async ask(statements) {
      const began = performance.now();
      const found: DuckDBValue[][] = [];
      for (const statement of statements)
        for (const row of (await connection.runAndReadAll(statement)).getRows()) found.push(row);
      const ms = performance.now() - began;
      return { rows: found.map((row) => row.map(cellText)), ms };
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
      await rm(file, { force: true });
    },
  };
}

/** A cell as `Operation.rowsOf` has it. */
export const cellText = (cell: unknown) => (typeof cell === 'string' ? cell : numberText(cell));
