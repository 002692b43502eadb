import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import type { Context, Deps } from '../context.ts';
import { containsPattern } from '../db/dialect.ts';
import type { Reader } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { type Account, Prisma, type Website } from '../generated/prisma/client.ts';
import { maySee, requireOwned, requireScope } from './access.ts';
import { accountByEmail } from './accounts.ts';
import { oneOf, optional, parseInput, text, withDefault } from './input.ts';
import { type Page, pageBounds, pagingRules } from './paging.ts';
import { createInput, PRIVACY, updateInput } from './websiteInput.ts';

const listSchema = z.object({
  search: optional(text(255)),
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  ...pagingRules,
});

/**
 * The websites of the viewer's account that the viewer's key reaches, by url.
 * @param args `search`, `sort` (`asc`, `desc`), `per_page`, and `page` or `after`; unchecked.
 */
export async function listWebsites(args: object, context: Context): Promise<Page<Website>> {
  const viewer = requireScope(context.viewer, 'websites:read');
  const { search, sort, ...paging } = parseInput(listSchema, args);
  const { offset, limit } = pageBounds(paging);
  const order = Prisma.raw(sort === 'asc' ? 'ASC' : 'DESC');
  // The total comes along even where the page is past the end.
  const found = await context.db.read.$queryRaw<{ total: bigint; id: number | null }[]>`
    WITH "match" AS (
      SELECT "id", "url" FROM "Website"
      WHERE "accountId" = ${viewer.accountId}
        AND (${viewer.websiteId} IS NULL OR "id" = ${viewer.websiteId})
        AND "url" GLOB ${containsPattern(search ?? '')}
    )
    SELECT "total", "id" FROM (SELECT COUNT(*) AS "total" FROM "match")
    LEFT JOIN (SELECT "id", "url" FROM "match" ORDER BY "url" ${order}, "id" ${order}
               LIMIT ${limit} OFFSET ${offset}) ON TRUE
    ORDER BY "url" ${order}, "id" ${order}`;
  const ids = found.flatMap((row) => (row.id === null ? [] : [Number(row.id)]));
  const rows = await Promise.all(ids.map((id) => context.loaders.website.load(id)));
  return { rows: rows.filter((row) => row !== null), total: Number(found[0]?.total ?? 0), offset, limit };
}

/** Every website, or those of one account, with their accounts; for the command line. By url. */
export async function listAllWebsites(
  email: string | undefined,
  deps: Pick<Deps, 'db'>,
): Promise<(Website & { account: Account })[]> {
  const where = email === undefined ? {} : { accountId: (await accountByEmail(email, deps)).id };
  return deps.db.read.website.findMany({ where, include: { account: true }, orderBy: { url: 'asc' } });
}

/**
 * One website of the viewer's account.
 * @throws AppError `not_found` also for a website of another account.
 */
export async function ownWebsite(id: number, context: Context): Promise<Website> {
  requireScope(context.viewer, 'websites:read');
  return requireOwned(context.viewer, await context.loaders.website.load(id));
}

/** The website where the viewer may see it: its owner always, anybody where it is public. Null otherwise. */
export async function visibleWebsite(
  by: { id: number } | { trackingId: string },
  context: Context,
): Promise<Website | null> {
  const website =
    'id' in by
      ? await context.loaders.website.load(by.id)
      : await context.db.read.website.findUnique({ where: by });
  if (!website || !maySee(context.viewer, website)) return null;
  if (website.privacy !== PRIVACY.public) requireScope(context.viewer, 'websites:read');
  return website;
}

/**
 * Registers a website.
 * @param args the writable fields of the REST API; unchecked.
 * @throws AppError `invalid`; `forbidden` for a key that is restricted to one website.
 */
export async function createWebsite(args: object, context: Context): Promise<Website> {
  const viewer = requireScope(context.viewer, 'websites:write');
  if (viewer.websiteId !== null) throw restricted();
  const stored = { hasPassword: false, privacy: PRIVACY.private };
  const { url, password, ...input } = await createInput(args, {
    ...stored,
    isTaken: (domain) => isTaken(context.db.read, viewer.accountId, domain),
  });
  const passwordHash = password ? await hash(password) : null;
  const now = new Date(context.now());

  const website = await context.db.write(async (tx) => {
    // Once more under the lock: another request may have come first.
    await createInput(args, { ...stored, isTaken: (domain) => isTaken(tx, viewer.accountId, domain) });
    return tx.website.create({
      data: {
        ...url,
        accountId: viewer.accountId,
        privacy: input.privacy ?? PRIVACY.private,
        passwordHash,
        email: input.email ?? false,
        excludeBots: input.exclude_bots ?? true,
        excludeIps: input.exclude_ips ?? null,
        timezone: input.timezone ?? 'UTC',
        trackingId: Buffer.from(context.random(9)).toString('hex'),
        createdAt: now,
        updatedAt: now,
      },
    });
  });
  context.websiteChanged();
  return website;
}

/** Changes what is given, leaves the rest. Arguments and errors as `createWebsite`, and `not_found`. */
export async function updateWebsite(id: number, args: object, context: Context): Promise<Website> {
  const viewer = requireScope(context.viewer, 'websites:write');
  const check = (before: Website, db: Reader) =>
    updateInput(args, {
      hasPassword: before.passwordHash !== null,
      privacy: before.privacy,
      isTaken: (domain) => isTaken(db, viewer.accountId, domain, id),
    });
  const known = requireOwned(viewer, await context.loaders.website.load(id));
  const { url, password, ...input } = await check(known, context.db.read);
  const passwordHash = password ? await hash(password) : password;

  const website = await context.db.write(async (tx) => {
    await check(requireOwned(viewer, await tx.website.findUnique({ where: { id } })), tx);
    return tx.website.update({
      where: { id },
      data: {
        ...url,
        ...given({
          privacy: input.privacy,
          passwordHash,
          email: input.email,
          excludeBots: input.exclude_bots,
          excludeIps: input.exclude_ips,
          timezone: input.timezone,
        }),
        updatedAt: new Date(context.now()),
      },
    });
  });
  context.loaders.website.clear(id).prime(id, website);
  context.websiteChanged();
  return website;
}

/** Deletes a website and everything recorded for it. Returns it as it was. */
export async function deleteWebsite(id: number, context: Context): Promise<Website> {
  requireScope(context.viewer, 'websites:write');
  const website = await context.db.write(async (tx) => {
    const before = requireOwned(context.viewer, await tx.website.findUnique({ where: { id } }));
    await tx.website.delete({ where: { id } });
    for (const table of [tx.stat, tx.visit, tx.hit, tx.drop] as {
      deleteMany(args: object): Promise<unknown>;
    }[]) {
      await table.deleteMany({ where: { websiteId: id } });
    }
    return before;
  });
  context.loaders.website.clear(id);
  context.websiteChanged();
  return website;
}

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Whether a website of the account, other than that of `id`, has the domain. */
async function isTaken(db: Reader, accountId: number, domain: string, id?: number): Promise<boolean> {
  const other = await db.website.findUnique({ where: { accountId_domain: { accountId, domain } } });
  return other !== null && other.id !== id;
}

const restricted = () =>
  new AppError('forbidden', 'The API key is restricted to one website and cannot add another.');
