import { z } from 'zod';
import { accountByEmail } from '../auth/accounts.ts';
import type { AuthDeps } from '../auth/context.ts';
import { authorize, can, reachOf, requireScope, type TeamViewer } from '../auth/permissions.ts';
import { PRIVACY } from '../auth/viewer.ts';
import { jsonRows } from '../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../db/sql/sql.ts';
import { invalid } from '../errors.ts';
import type { Team, Website } from '../generated/prisma/client.ts';
import { type Page, pageBounds, pagingRules } from '../validation/paging.ts';
import { MAX_SEARCH, oneOf, optional, parseInput, text, withDefault } from '../validation/rules.ts';
import type { WebsiteContext } from './context.ts';

/** The rules of the arguments of {@link listWebsites}. */
export const listRules = {
  search: optional(text(MAX_SEARCH)),
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  ...pagingRules,
};
export const listSchema = z.object(listRules);

/**
 * Lists the websites that the viewer has access to as a member, by url.
 * @param args `search`, `sort` (`asc`, `desc`), `per_page`, and `page` or `after`; unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`.
 */
export async function listWebsites(args: object, context: WebsiteContext): Promise<Page<Website>> {
  const viewer = requireScope(context.viewer, 'websites:read');
  const { search, sort, ...paging } = parseInput(listSchema, args);
  const { offset, limit } = pageBounds(paging);
  const { dialect } = context.db;
  const order = raw(sort === 'asc' ? 'ASC' : 'DESC');
  const onPage = sql`"rank" > ${offset} AND "rank" <= ${offset + limit}`;
  // Returns one row with the total, even if the page is past the end.
  const [found] = await context.db.select<{ total: number | bigint; ids: string }>(sql`
    SELECT COUNT(*) AS "total", CAST(${jsonRows(dialect, ['id'], onPage, 'rank')} AS TEXT) AS "ids"
    FROM (
      SELECT "id", ROW_NUMBER() OVER (ORDER BY "url" ${order}, "id" ${order}) AS "rank" FROM "Website"
      WHERE ${inReach(viewer)}
        AND ${dialect.matches(sql`"url"`, sql`${dialect.containsPattern(search ?? '')}`)}
    ) AS "match"`);
  const ids = (JSON.parse(found?.ids ?? '[]') as [number][]).map(([id]) => id);
  const rows = await Promise.all(ids.map((id) => context.loaders.website.load(id)));
  return { rows: rows.filter((row) => row !== null), total: Number(found?.total ?? 0), offset, limit };
}

/** The condition that selects the websites that a viewer has access to as a member. */
export function inReach(viewer: TeamViewer): Sql {
  const reach = reachOf(viewer);
  // A list must not be empty; 0 is no id.
  const limited = reach === null ? sql`` : sql` AND "id" IN (${raw([0, ...reach].join(', '))})`;
  return sql`"teamId" = ${viewer.teamId}${limited}`;
}

/**
 * Returns a website by its id as a person entered it. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findWebsite(id: string, { db }: Pick<AuthDeps, 'db'>): Promise<Website> {
  const row = /^\d{1,9}$/.test(id) && (await db.read.website.findUnique({ where: { id: Number(id) } }));
  if (row) return row;
  throw invalid({ website: ['There is no website with this id. List them with `footfall website list`.'] });
}

/** Lists all websites, or those of the teams of one person, by url. For the command line. */
export async function listAllWebsites(
  email: string | undefined,
  deps: Pick<AuthDeps, 'db'>,
): Promise<(Website & { team: Team })[]> {
  const ofPerson = async (address: string) => ({
    team: { members: { some: { accountId: (await accountByEmail(address, deps)).id } } },
  });
  const where = email === undefined ? {} : await ofPerson(email);
  return deps.db.read.website.findMany({ where, include: { team: true }, orderBy: { url: 'asc' } });
}

/**
 * Returns one website of the viewer's team.
 * @throws AppError `not_found`, also for a website of another team; `unauthenticated`, `forbidden`.
 */
export async function ownWebsite(id: number, context: WebsiteContext): Promise<Website> {
  requireScope(context.viewer, 'websites:read');
  return authorize(context.viewer, 'readSettings', await context.loaders.website.load(id));
}

/**
 * Returns a website that the viewer may see: members always, others if it is public or they gave its
 * password.
 * @returns null for other websites.
 * @throws AppError `forbidden` if a member's key has neither `websites:read` nor `stats:read`.
 */
export async function visibleWebsite(
  by: { id: number } | { trackingId: string },
  context: WebsiteContext,
): Promise<Website | null> {
  const website =
    'id' in by
      ? await context.loaders.website.load(by.id)
      : await context.loaders.websiteByTrackingId.load(by.trackingId);
  const { viewer } = context;
  if (!website || !can(viewer, 'see', website)) return null;
  return can(viewer, 'readStats', website) ? website : authorize(viewer, 'readSettings', website);
}

/**
 * Whether other websites may embed the statistics page with a tracking id. Only public pages may be embedded.
 */
export async function isEmbeddable(trackingId: string, { loaders }: WebsiteContext): Promise<boolean> {
  const website = await loaders.websiteByTrackingId.load(trackingId);
  return website?.privacy === PRIVACY.public;
}
