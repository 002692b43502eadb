import type { Database, Transaction } from '../../db/database.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { notFound } from '../../errors.ts';
import { DELETED } from '../../ingest/hit.ts';
import { lockWebsites } from '../../ingest/store/locks.ts';
import type { ForgetConditions } from './conditions.ts';

/** Rows that a transaction deletes: some 50 ms on SQLite. */
const ROWS = 10_000;

/** Daily sums of imports that meet conditions, in rows: one for each day and value of a dimension. */
export interface ForgottenSums {
  /** Rows that are deleted. */
  sums: number;
  /**
   * Rows that stay although they count what the conditions are about: sums of a country on some days do not
   * say which pages its visitors saw, and the totals of a day cannot be reduced by them.
   */
  undivided: number;
}

type Writer = Pick<Database, 'read' | 'write'>;
type Counting = Pick<Transaction, '$queryRaw'>;

const PAGES = ['page', 'landing_page', 'exit_page'];

/** The imports whose sums statistics contain, by their ids. */
async function importsOf({ read }: Pick<Database, 'read'>, websiteId: number): Promise<number[]> {
  const where = { websiteId, state: 'done', dimensions: { not: '' } };
  const rows = await read.import.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  return rows.map(({ id }) => id);
}

/** The conditions as far as daily sums have an answer to them. */
function partsOf({ before, path, country, property }: ForgetConditions) {
  const earlier = before === null ? sql`TRUE` : sql`"day" < ${before}`;
  const ofPath = sql`"dimension" IN (${raw(PAGES.map((name) => `'${name}'`).join(', '))})
    AND "value" = ${path ?? ''}`;
  const ofCountry = sql`"dimension" = 'country' AND "value" = ${country ?? ''}`;
  const isDivided = country === null && property === null;
  return {
    /** Is deleted; null for nothing. */
    deleted: isDivided ? (path === null ? earlier : sql`${earlier} AND ${ofPath}`) : null,
    /** Concerns what is to be forgotten, and stays; null for nothing. Sums have no properties. */
    undivided: country !== null && property === null ? sql`${earlier} AND ${ofCountry}` : null,
  };
}

/**
 * Forgets daily sums of imports: all of earlier days, or those of a page. Sums cannot be divided by a
 * country, and have no properties. Answers that were cached before are no longer valid afterwards.
 * @throws AppError `not_found` if the website is deleted meanwhile.
 */
export async function forgetSums(
  db: Writer,
  websiteId: number,
  conditions: ForgetConditions,
  dryRun: boolean,
): Promise<ForgottenSums> {
  const imports = await importsOf(db, websiteId);
  const { deleted, undivided } = partsOf(conditions);
  const of = sql`"websiteId" = ${websiteId} AND "importId" IN (${raw([0, ...imports].join(', '))})`;
  const count = async (tx: Counting, condition: Sql | null): Promise<number> => {
    if (condition === null || imports.length === 0) return 0;
    const [row] = await tx.$queryRaw<{ rows: number | bigint }[]>(sql`
      SELECT COUNT(*) AS "rows" FROM "ImportedSum" WHERE ${of} AND ${condition}`);
    return Number(row?.rows ?? 0);
  };
  const found = { sums: await count(db.read, deleted), undivided: await count(db.read, undivided) };
  if (dryRun) return found;
  const locked = <T>(fn: (tx: Transaction) => Promise<T>) =>
    db.write(async (tx) => {
      const refused = await lockWebsites(tx, [{ websiteId }]);
      if (refused.get(websiteId) === DELETED) throw notFound();
      return fn(tx);
    });
  let sums = 0;
  if (deleted !== null && found.sums > 0)
    for (let rows = -1; rows !== 0; sums += rows)
      rows = await locked((tx) => deleteSome(tx, sql`${of} AND ${deleted}`, imports[0] as number));
  const { before, path } = conditions;
  if (deleted !== null && path === null && before !== null)
    await locked((tx) => shorten(tx, websiteId, before));
  return { ...found, sums };
}

/**
 * Deletes the sums of the next dimension, of as many days as one transaction can delete.
 * @param importId any import of the website that has sums: the versions of answers contain its revision.
 * @returns the number of deleted rows; 0 if none is left.
 */
async function deleteSome(tx: Transaction, condition: Sql, importId: number): Promise<number> {
  const [next] = await tx.$queryRaw<{ dimension: string }[]>(sql`
    SELECT "dimension" FROM "ImportedSum" WHERE ${condition} LIMIT 1`);
  if (!next) return 0;
  const ofDimension = sql`${condition} AND "dimension" = ${next.dimension}`;
  const [last] = await tx.$queryRaw<{ day: number | bigint }[]>(sql`
    SELECT "day" FROM "ImportedSum" WHERE ${ofDimension} ORDER BY "day" LIMIT 1 OFFSET ${ROWS - 1}`);
  const until = last ? sql`"day" <= ${Number(last.day)}` : sql`TRUE`;
  const rows = await tx.$executeRaw(sql`DELETE FROM "ImportedSum" WHERE ${ofDimension} AND ${until}`);
  await tx.import.update({ where: { id: importId }, data: { revision: { increment: 1 } } });
  return rows;
}

/**
 * Lets imports begin with a day, before which nothing of them is left. Those that end before it count as
 * undone. Hits of imports are forgotten before.
 */
async function shorten(tx: Transaction, websiteId: number, before: number): Promise<void> {
  const done = { websiteId, state: 'done' };
  await tx.import.updateMany({ where: { ...done, lastDay: { lt: before } }, data: { state: 'undone' } });
  await tx.import.updateMany({ where: { ...done, firstDay: { lt: before } }, data: { firstDay: before } });
}
