import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql/sql.ts';
import type { Import } from '../../generated/prisma/client.ts';
import type { Difference } from '../../ingest/store/verify.ts';
import { BEING_DELETED } from '../../websites/deletion.ts';
import { STORED_STATES } from './states.ts';

/** What is compared of imports. */
export interface ImportVerification {
  /** Number of imports that statistics contain. */
  imports: number;
  differences: Difference[];
}

type Reading = Database['read'];

/** The daily sums of an import by one dimension. */
interface SumGroup {
  importId: number | bigint;
  dimension: string;
  /** The first and the last day. */
  from: number | bigint;
  to: number | bigint;
  rows: number | bigint;
}

/**
 * Checks that every daily sum belongs to an import, its days and its dimensions, and that the days of every
 * import with hits have totals. Rows of imports that are being stored or removed are no difference, because
 * no statistic contains them.
 */
export async function verifyImports({ read }: Pick<Database, 'read'>): Promise<ImportVerification> {
  const ids = await read.$queryRaw<{ id: number | bigint }[]>`
    SELECT "id" FROM (
      SELECT "websiteId" AS "id" FROM "Import" UNION SELECT DISTINCT "websiteId" FROM "ImportedSum"
    ) AS "of" WHERE "id" NOT IN (${BEING_DELETED}) ORDER BY "id"`;
  const result: ImportVerification = { imports: 0, differences: [] };
  for (const id of ids.map((row) => Number(row.id))) {
    const found = await verifyWebsite(read, id);
    result.imports += found.imports;
    result.differences.push(...found.differences);
  }
  return result;
}

const importsOf = (read: Reading, websiteId: number): Promise<Import[]> =>
  read.import.findMany({ where: { websiteId }, orderBy: { id: 'asc' } });

/** Checks a website, again if an import has begun or ended meanwhile. */
async function verifyWebsite(read: Reading, websiteId: number): Promise<ImportVerification> {
  let before = await importsOf(read, websiteId);
  for (let attempt = 0; ; attempt += 1) {
    const differences = await differencesOf(read, websiteId, before);
    const imports = before.filter(({ state }) => state === 'done').length;
    if (differences.length === 0 || attempt > 0) return { imports, differences };
    const after = await importsOf(read, websiteId);
    if (keyOf(after) === keyOf(before)) return { imports, differences };
    before = after;
  }
}

const keyOf = (imports: readonly Import[]) =>
  imports.map(({ id, state, firstDay, revision }) => `${id} ${state} ${firstDay} ${revision}`).join();

async function differencesOf(
  read: Reading,
  websiteId: number,
  imports: readonly Import[],
): Promise<Difference[]> {
  const byId = new Map(imports.map((row) => [row.id, row]));
  const groups = await read.$queryRaw<SumGroup[]>(sql`
    SELECT "importId", "dimension", MIN("day") AS "from", MAX("day") AS "to", COUNT(*) AS "rows"
    FROM "ImportedSum" WHERE "websiteId" = ${websiteId} GROUP BY "importId", "dimension" ORDER BY 1, 2`);
  const ofSums = groups.flatMap(({ importId, dimension, from, to, rows }): Difference[] => {
    const id = Number(importId);
    const days = [Number(from), Number(to)] as const;
    const row = byId.get(id);
    const about = { websiteId, value: `import ${id}, ${dimension}`, computed: 0 };
    if (!row || !(STORED_STATES as readonly string[]).includes(row.state))
      return [{ ...about, name: 'import.sums', period: days[0], stored: Number(rows) }];
    if (row.state !== 'done') return [];
    const wrong: Difference[] = [];
    if (!row.dimensions.split(' ').includes(dimension))
      wrong.push({ ...about, name: 'import.dimension', period: days[0], stored: Number(rows) });
    const [first, last] = [row.firstDay ?? 0, row.lastDay ?? 0];
    if (days[0] < first)
      wrong.push({ ...about, name: 'import.first_day', period: days[0], stored: first, computed: days[0] });
    if (days[1] > last)
      wrong.push({ ...about, name: 'import.last_day', period: days[1], stored: last, computed: days[1] });
    return wrong;
  });
  return [...ofSums, ...(await withoutDays(read, websiteId, imports))];
}

/** Finds imports with hits that have no day with totals. Days whose hits were forgotten still have zeros. */
async function withoutDays(
  read: Reading,
  websiteId: number,
  imports: readonly Import[],
): Promise<Difference[]> {
  const ofHits = imports.filter(({ state, firstId }) => state === 'done' && firstId !== null);
  if (ofHits.length === 0) return [];
  const rows = await read.$queryRaw<{ day: number | bigint }[]>(sql`
    SELECT "day" FROM "DayTotal" WHERE "websiteId" = ${websiteId} ORDER BY "day"`);
  const days = rows.map(({ day }) => Number(day));
  return ofHits
    .filter(({ firstDay, lastDay }) => !days.some((day) => (firstDay ?? 0) <= day && day <= (lastDay ?? 0)))
    .map(({ id, firstDay, pageviews, events }) => ({
      websiteId,
      name: 'import.days',
      period: firstDay ?? 0,
      value: `import ${id}`,
      stored: Number(pageviews + events),
      computed: 0,
    }));
}
