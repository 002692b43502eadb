import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { can } from '../../auth/permissions.ts';
import { AppError } from '../../errors.ts';
import type PrismaTypes from '../../generated/pothos.ts';
import { getDatamodel } from '../../generated/pothos.ts';
import type { Website } from '../../generated/prisma/client.ts';
import type { Context } from '../../request/context.ts';
import { canShare } from '../../websites/entities.ts';
import { rowsOfPage } from './connection.ts';
import '../cost/cost.ts';
import { NODE_POINTS, node, nodes } from './nodes.ts';

const FORBIDDEN = new AppError('forbidden', 'This action is unauthorized.');

export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: Record<'settings' | 'drops' | 'segments' | 'links' | 'imports', Pick<Website, 'id' | 'teamId'>>;
  Scalars: {
    ID: { Input: string; Output: string };
    BigInt: { Input: number; Output: number };
    Decimal: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
  };
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, ErrorsPlugin, PrismaPlugin, 'cost'],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.db.read, dmmf: getDatamodel(), onUnusedQuery: null },
  scopeAuth: {
    authScopes: ({ viewer }) => ({
      settings: (website) => can(viewer, 'readSettings', website),
      drops: (website) => can(viewer, 'readDrops', website),
      imports: (website) => can(viewer, 'readImports', website),
      segments: (website) => can(viewer, 'readOwnStats', website),
      links: (website) => canShare(viewer, website),
    }),
    treatErrorsAsUnauthorized: false,
    // One error for all fields: a new one captures a stack trace, and `Website` answers null anyway.
    unauthorizedError: () => FORBIDDEN,
  },
  errors: { directResult: true },
  relay: {
    nodesOnConnection: {
      cost: rowsOfPage,
      description: 'The rows of this page, without cursors.',
    },
    idFieldOptions: { description: 'Opaque global id, valid as an argument of `node`.' },
    nodeTypeOptions: { description: 'An object that can be fetched again by its global id.' },
    nodeQueryOptions: {
      description:
        'Returns an object by its global id; null if it does not exist or the viewer may not see it. ' +
        'An invalid global id is an error.',
      args: { id: { description: 'Global id of the object.' } },
      resolve: (_root, { id }, context) => node(id, context),
    },
    nodesQueryOptions: {
      description:
        'Returns several objects by their global ids, in the same order; ' +
        'null for each that does not exist or that the viewer may not see.',
      args: { ids: { description: 'Global ids of the objects, at most 100.' } },
      cost: ({ ids }: { ids?: unknown[] }) => ({
        points: 1 + NODE_POINTS * (ids?.length ?? 0),
        times: ids?.length ?? 0,
      }),
      resolve: (_root, { ids }, context) => nodes(ids, context),
    },
    pageInfoTypeOptions: { description: 'Position of a page among all rows (Relay).' },
    hasNextPageFieldOptions: {
      description: 'Whether rows follow this page; `after: endCursor` requests them.',
    },
    hasPreviousPageFieldOptions: { description: 'Whether rows precede this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first row of this page; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last row of this page; null on an empty page.' },
    edgesFieldOptions: { description: 'The rows of this page with their cursors.', cost: rowsOfPage },
    pageInfoFieldOptions: { description: 'Position of this page among all rows.' },
    cursorFieldOptions: { description: 'Opaque cursor of this row, for the argument `after`.' },
    nodeFieldOptions: { description: 'The row of this edge.' },
  },
});

builder.queryType({
  description:
    'Read operations. Everyone can read public statistics; everything else requires an API key or a session.',
});
builder.mutationType({
  description:
    'Write operations. A mutation with arguments takes one `input`. ' +
    'Every mutation returns either its result or the user errors.',
});
builder.subscriptionType({
  description:
    'Live operations. Each sends its selection at once, and again when its numbers have changed, at most ' +
    'once a second, as server-sent events (`Accept: text/event-stream`). It ends with an error when the ' +
    'viewer may no longer read the website.',
});
