import type { End } from './end.ts';

const PAGE = 500;
/** Maximum number of rows that an error message names. */
const NAMED = 3;

/** An account with its email address, or a website with its tracking id. */
interface Named {
  id: number;
  name: string;
}

interface Search {
  what: string;
  /** Reads a page of the rows with greater ids, in the order of ids. */
  after(end: End, id: number): Promise<Named[]>;
  among(end: End, ids: number[]): Promise<Named[]>;
}

const SEARCHES: readonly Search[] = [
  {
    what: 'the account',
    after: async ({ db }, id) =>
      (await db.read.account.findMany({ where: { id: { gt: id } }, orderBy: { id: 'asc' }, take: PAGE })).map(
        account,
      ),
    among: async ({ db }, ids) =>
      (await db.read.account.findMany({ where: { id: { in: ids } } })).map(account),
  },
  {
    what: 'the website with the tracking id',
    after: async ({ db }, id) =>
      (await db.read.website.findMany({ where: { id: { gt: id } }, orderBy: { id: 'asc' }, take: PAGE })).map(
        website,
      ),
    among: async ({ db }, ids) =>
      (await db.read.website.findMany({ where: { id: { in: ids } } })).map(website),
  },
];

const account = ({ id, email }: { id: number; email: string }) => ({ id, name: email });
const website = ({ id, trackingId }: { id: number; trackingId: string }) => ({ id, name: trackingId });

/** Describes accounts and websites of the target that the source does not have; a few at most. */
export async function foreignRows(from: End, to: End): Promise<string[]> {
  const found: string[] = [];
  for (const { what, after, among } of SEARCHES) {
    let page = await after(to, 0);
    while (page.length > 0 && found.length < NAMED) {
      const known = new Map(
        (
          await among(
            from,
            page.map(({ id }) => id),
          )
        ).map(({ id, name }) => [id, name]),
      );
      found.push(
        ...page.filter(({ id, name }) => known.get(id) !== name).map(({ name }) => `${what} ${name}`),
      );
      page = await after(to, page.at(-1)?.id ?? 0);
    }
  }
  return found.slice(0, NAMED);
}
