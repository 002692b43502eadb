import { visibleAnnotation } from '../../annotations/read.ts';
import { listApiKeys } from '../../auth/keys.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { visibleSharedLink } from '../../links/read.ts';
import { visibleSegment } from '../../segments/read.ts';
import { visibleWebsite } from '../../websites/list.ts';

interface GlobalId {
  typename: string;
  id: string;
}

const MAX_NODES = 100;
/** The cost of an id: decoding it, loading its row and checking access takes as long as some eight values. */
export const NODE_POINTS = 8;

/** Returns the object with a global id. Access rules are the same as for other fields. */
export async function node({ typename, id }: GlobalId, context: Context): Promise<unknown> {
  const number = Number(id);
  if (!Number.isSafeInteger(number)) return null;
  if (typename === 'Website') return branded(typename, await visibleWebsite({ id: number }, context));
  if (typename === 'Segment') return branded(typename, await visibleSegment(number, context));
  if (typename === 'SharedLink') return branded(typename, await visibleSharedLink(number, context));
  if (typename === 'Annotation') return branded(typename, await visibleAnnotation(number, context));
  if (typename === 'Account') return branded(typename, await ownAccount(number, context));
  if (typename === 'ApiKey') {
    const keys = await listApiKeys(context);
    return branded(typename, keys.find((key) => key.id === number) ?? null);
  }
  return null;
}

/** Returns the account of the viewer. Other accounts are invisible. */
const ownAccount = async (id: number, { viewer, loaders }: Context) =>
  viewer.kind === 'account' && viewer.accountId === id ? loaders.account.load(id) : null;

/** Returns several objects by their global ids. The loaders batch their queries. */
export async function nodes(ids: readonly GlobalId[], context: Context): Promise<unknown[]> {
  if (ids.length > MAX_NODES)
    throw invalid({ ids: [`Must have at most ${MAX_NODES} ids; got ${ids.length}.`] });
  return Promise.all(ids.map((id) => node(id, context)));
}

/** Adds the name of the GraphQL type to a row, so that GraphQL can resolve the `Node` interface. */
function branded<T extends object>(typename: string, row: T | null): (T & { __typename: string }) | null {
  return row && { ...row, __typename: typename };
}
