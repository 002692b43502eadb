import { visibleApiKey } from '../../auth/keys.ts';
import { currentTeam } from '../../auth/members/teams.ts';
import { invalid } from '../../errors.ts';
import type { Context } from '../../request/context.ts';
import { visibleImport } from '../../transfer/uploads/read.ts';
import { ENTITY_NAMES } from '../../websites/entities.ts';
import { visibleWebsite } from '../../websites/list.ts';
import { visibleRow } from '../../websites/ofWebsite.ts';

interface GlobalId {
  typename: string;
  id: string;
}

const MAX_NODES = 100;
/** The cost of an id: decoding it, loading its row and checking access takes as long as some eight values. */
export const NODE_POINTS = 8;

/** The types with global ids: how a viewer reads an object by its id; null if the viewer may not see it. */
const NODES: Record<string, (id: number, context: Context) => Promise<object | null>> = {
  Account: (id, context) => ownAccount(id, context),
  ApiKey: (id, context) => visibleApiKey(id, context),
  Import: (id, context) => visibleImport(id, context),
  Team: async (id, context) =>
    context.viewer.kind === 'account' && context.viewer.teamId === id ? currentTeam(context) : null,
  Website: (id, context) => visibleWebsite({ id }, context),
  ...Object.fromEntries(
    ENTITY_NAMES.map((name) => [name, (id: number, context: Context) => visibleRow(name, id, context)]),
  ),
};

/** Returns the object with a global id. Access rules are the same as for other fields. */
export async function node({ typename, id }: GlobalId, context: Context): Promise<unknown> {
  const number = Number(id);
  const read = Object.hasOwn(NODES, typename) ? NODES[typename] : undefined;
  if (!read || !Number.isSafeInteger(number)) return null;
  const row = await read(number, context);
  // With the name of the type, so that GraphQL can resolve the interface `Node`.
  return row && { ...row, __typename: typename };
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
