import DataLoader from 'dataloader';
import type { AuthDeps } from '../auth/context.ts';
import { type ActionName, authorize, can, requireScope } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Database, Transaction } from '../db/database.ts';
import { invalid, notFound } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { foldCase } from '../validation/caseFold.ts';
import { MAX_ID } from '../validation/rules.ts';
import type { NewRowContext, WebsiteContext } from './context.ts';
import { ENTITIES, type EntityName, type LoadedRow } from './entities.ts';
import type { Entity, WebsiteRow } from './entity.ts';

type WithWebsite<Row> = Row & { website: Website };

/** The part of a model of Prisma's client that all kinds of rows have in common. */
interface Model<Row> {
  findUnique(query: { where: { id: number }; include: { website: true } }): Promise<WithWebsite<Row> | null>;
  findMany(query: { where: object; orderBy?: object }): Promise<Row[]>;
  count(query: { where: { websiteId: number } }): Promise<number>;
  create(query: { data: object }): Promise<Row>;
}

/** A transaction, or the client for reads. */
type Models = Pick<Transaction, 'website'>;

/** The loaders with which a row of a kind is read. */
interface RowReader<Name extends EntityName> {
  website: WebsiteContext['loaders']['website'];
  rows: { [One in Name]: DataLoader<number, LoadedRow<One> | null> };
}

const modelOf = <Row extends WebsiteRow>(models: Models, { model }: Entity<Row>): Model<Row> =>
  (models as unknown as Record<typeof model, Model<Row>>)[model];

/** @throws AppError `not_found` or `forbidden` unless the viewer may do all of it with the website. */
function authorizeAll(viewer: Viewer, actions: readonly ActionName[], website: Website | null): Website {
  for (const action of actions) authorize(viewer, action, website);
  if (!website) throw notFound();
  return website;
}

/**
 * Returns the website to which a row is to be added.
 * @throws AppError `unauthenticated`, `forbidden`; `invalid` unless it is one of the viewer's account.
 */
export async function websiteForNew<Row extends WebsiteRow>(
  entity: Entity<Row>,
  websiteId: number,
  { viewer, loaders }: Pick<NewRowContext, 'viewer' | 'loaders'>,
): Promise<Website> {
  requireScope(viewer, 'websites:write');
  const website = await loaders.website.load(websiteId);
  if (!website || !can(viewer, 'own', website))
    throw invalid({ website_id: ['Must be the id of a website of the team.'] });
  return authorizeAll(viewer, entity.create, website);
}

/**
 * Adds a row to a website, in an open transaction.
 * @param valuesOf returns the row's columns besides its website and times.
 * @throws AppError `invalid` if the website has too many; `not_found`, `forbidden` if it was deleted or given
 *   away since {@link websiteForNew}.
 */
export async function addRow<Row extends WebsiteRow>(
  tx: Transaction,
  entity: Entity<Row>,
  websiteId: number,
  { viewer, now }: Pick<WebsiteContext, 'viewer' | 'now'>,
  valuesOf: (website: Website) => object | Promise<object>,
): Promise<WithWebsite<Row>> {
  const model = modelOf(tx, entity);
  const website = authorizeAll(
    viewer,
    entity.create,
    await tx.website.findUnique({ where: { id: websiteId } }),
  );
  if ((await model.count({ where: { websiteId } })) >= entity.limit) throw invalid(entity.tooMany);
  const at = new Date(now());
  const values = await valuesOf(website);
  const row = await model.create({ data: { ...values, websiteId, createdAt: at, updatedAt: at } });
  return { ...row, website };
}

/**
 * Returns a row that the viewer may change, with its website.
 * @throws AppError `not_found`, `forbidden`.
 */
export async function changeableRow<Row extends WebsiteRow>(
  models: Models,
  entity: Entity<Row>,
  id: number,
  viewer: Viewer,
): Promise<WithWebsite<Row>> {
  const row = await modelOf(models, entity).findUnique({ where: { id }, include: { website: true } });
  if (!row) throw notFound();
  authorizeAll(viewer, entity.change, row.website);
  return row;
}

/**
 * Returns the columns of a name, which is unique for its website regardless of case.
 * @param id the row that has the name already.
 * @throws AppError `invalid` if another row of the kind has it.
 */
export async function freeName<Row extends WebsiteRow>(
  tx: Transaction,
  entity: Entity<Row>,
  websiteId: number,
  name: string,
  id?: number,
): Promise<{ name: string; nameKey: string }> {
  const nameKey = foldCase(name);
  const others = await modelOf(tx, entity).findMany({ where: { websiteId, nameKey } });
  if (others.some((other) => other.id !== id))
    throw invalid({ name: [entity.taken ?? 'Is the name of another row.'] });
  return { name, nameKey };
}

/** Maximum number of names in an error message. */
const MAX_NAMED = 3;

/** The names of rows for an error message. */
export function quotedNames(rows: readonly { name: string }[]): string {
  const shown = rows.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
  const further = rows.length - shown.length;
  return further > 0 ? `${shown.join(', ')} and ${further} more` : shown.join(', ');
}

/** Returns a row by its type and id; null if it does not exist or the viewer may not see it. */
export async function visibleRow<Name extends EntityName>(
  name: Name,
  id: number,
  { viewer, loaders }: Pick<WebsiteContext, 'viewer'> & { loaders: RowReader<Name> },
): Promise<LoadedRow<Name> | null> {
  // The compiler does not see that the row has the type of the entity.
  const entity = ENTITIES[name] as unknown as Pick<Entity<LoadedRow<Name>>, 'isVisible'>;
  const row = await loaders.rows[name].load(id);
  const website = row && (await loaders.website.load(row.websiteId));
  return website && entity.isVisible(viewer, row, website) ? row : null;
}

/**
 * Returns the website whose rows are to be changed, by its id in a path.
 * @throws AppError `not_found`, also for a website of another team; `unauthenticated`, `forbidden`.
 */
export async function websiteToChange(
  id: number,
  { viewer, loaders }: Pick<WebsiteContext, 'viewer' | 'loaders'>,
): Promise<Website> {
  requireScope(viewer, 'websites:write');
  return authorize(viewer, 'own', await loaders.website.load(id));
}

/**
 * Returns a row by its id below that of its website in a path.
 * @param website that the viewer may read or change.
 * @throws AppError `not_found`, also for a row of another website.
 */
export async function rowInPath<Name extends EntityName>(
  name: Name,
  website: Website,
  id: number,
  { loaders }: { loaders: Pick<RowReader<Name>, 'rows'> },
): Promise<LoadedRow<Name>> {
  const row = await loaders.rows[name].load(id);
  if (row?.websiteId !== website.id) throw notFound();
  return row;
}

/**
 * Returns a row by its id as a person entered it, with its website. For the command line.
 * @param advice how to find the id of one.
 * @throws AppError `invalid` if there is none.
 */
export async function enteredRow<Row extends WebsiteRow>(
  entity: Entity<Row>,
  id: string,
  advice: string,
  { db }: Pick<AuthDeps, 'db'>,
): Promise<WithWebsite<Row>> {
  const query = { where: { id: Number(id) }, include: { website: true } } as const;
  const row = /^\d{1,9}$/.test(id) && (await modelOf(db.read, entity).findUnique(query));
  if (row) return row;
  throw invalid({ id: [`There is no ${entity.noun} with this id. ${advice}`] });
}

/** Loads rows by id, in one SELECT. */
export function rowLoader<Row extends WebsiteRow, Loaded extends Row>(
  { read }: Pick<Database, 'read'>,
  entity: Entity<Row, Loaded>,
): DataLoader<number, Loaded | null> {
  return new DataLoader(async (ids) => {
    const possible = ids.filter((id) => id <= MAX_ID);
    const rows = await modelOf(read, entity).findMany({ where: { id: { in: possible } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      try {
        return row ? entity.load(row) : null;
      } catch (error) {
        return error as Error;
      }
    });
  });
}

/** Loads the rows of websites by the website's id, in their order. In one SELECT. */
export function rowsOfWebsiteLoader<Row extends WebsiteRow>(
  { read }: Pick<Database, 'read'>,
  entity: Entity<Row>,
): DataLoader<number, Row[]> {
  return new DataLoader(async (ids) => {
    const where = { websiteId: { in: [...ids] } };
    const rows = await modelOf(read, entity).findMany({ where, orderBy: entity.orderBy });
    const byWebsite = new Map(ids.map((id) => [id, [] as Row[]]));
    for (const row of rows) byWebsite.get(row.websiteId)?.push(row);
    return ids.map((id) => byWebsite.get(id) ?? []);
  });
}
