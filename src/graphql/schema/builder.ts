import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { ownsWith } from '../../auth/viewer.ts';
import type { Context } from '../../context.ts';
import type PrismaTypes from '../../generated/pothos.ts';
import { getDatamodel } from '../../generated/pothos.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { rowsOfPage } from './connection.ts';
import '../cost/cost.ts';
import { node, nodes } from './nodes.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { settings: Pick<Website, 'id' | 'accountId'>; drops: Pick<Website, 'id' | 'accountId'> };
  Scalars: {
    ID: { Input: string; Output: string };
    BigInt: { Input: number; Output: number };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
  };
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, ErrorsPlugin, PrismaPlugin, 'cost'],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.db.read, dmmf: getDatamodel(), onUnusedQuery: null },
  scopeAuth: {
    authScopes: ({ viewer }) => ({
      settings: (website) => ownsWith(viewer, website, 'websites:read'),
      drops: (website) => ownsWith(viewer, website, 'stats:read'),
    }),
    treatErrorsAsUnauthorized: false,
  },
  errors: { directResult: true },
  relay: {
    nodesOnConnection: {
      cost: rowsOfPage,
      description: 'The rows of this page, for those who need no cursors.',
    },
    idFieldOptions: { description: 'Global id: opaque, and valid for `node`.' },
    nodeTypeOptions: { description: 'Anything that can be fetched again by its global id.' },
    nodeQueryOptions: {
      description:
        'Anything with a global id; null where it does not exist or is not for the viewer. What is no global id is an error.',
      args: { id: { description: 'The global id.' } },
      resolve: (_root, { id }, context) => node(id, context),
    },
    nodesQueryOptions: {
      description:
        'Several by their global ids, in the same order; null in the place of what does not exist or is not for the viewer.',
      args: { ids: { description: 'The global ids, at most 100.' } },
      cost: ({ ids }: { ids?: unknown[] }) => ({ times: ids?.length ?? 0 }),
      resolve: (_root, { ids }, context) => nodes(ids, context),
    },
    pageInfoTypeOptions: { description: 'Where a page stands among all rows (Relay).' },
    hasNextPageFieldOptions: { description: 'Whether rows follow; ask for them with `after: endCursor`.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows precede.' },
    startCursorFieldOptions: { description: 'Cursor of the first row of this page; null on an empty one.' },
    endCursorFieldOptions: { description: 'Cursor of the last row of this page; null on an empty one.' },
    edgesFieldOptions: { description: 'The rows of this page with their cursors.', cost: rowsOfPage },
    pageInfoFieldOptions: { description: 'Where this page stands among all rows.' },
    cursorFieldOptions: { description: 'Place of this row; opaque. For `after`.' },
    nodeFieldOptions: { description: 'The row.' },
  },
});

builder.queryType({
  description:
    'Reading. Public statistics are for anybody; everything else takes an API key, or the session of somebody who is logged in.',
});
builder.mutationType({
  description: 'Changing. Every mutation takes one `input` and gives either what it did or the user errors.',
});
