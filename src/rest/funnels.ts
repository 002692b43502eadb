import type { Funnel } from '../generated/prisma/client.ts';
import { ownWebsite } from '../stats/access.ts';
import { type FunnelResult, readOwnFunnel } from '../stats/behaviour/funnels.ts';
import { createFunnel, deleteFunnel, updateFunnel } from '../websites/funnels/changes.ts';
import { listFunnels } from '../websites/funnels/read.ts';
import { restSteps } from '../websites/funnels/stored.ts';
import { rowInPath, websiteToChange } from '../websites/ofWebsite.ts';
import { deletionBody, oneOf, rowsOf } from './openapi/schemas.ts';
import type { RestRoute } from './route.ts';

const tag = 'Goals';
const read = { tag, scope: 'stats:read', status: 200 } as const;
const change = { tag, scope: 'websites:write', further: ' and the scope `stats:read`' } as const;

/** Pages that a step lists. */
const MAX_LEFT_TO = 10;

const funnelRecord = ({ id, name, steps, scope, strict, within, createdAt, updatedAt }: Funnel) => ({
  id,
  name,
  steps: restSteps(steps),
  scope,
  strict: Number(strict),
  within,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const resultOf = ({ visitors, conversionRate, steps }: FunnelResult) => ({
  visitors,
  conversion_rate: conversionRate,
  steps: steps.map((step) => ({
    name: step.name,
    visitors: step.visitors,
    dropped: step.dropped,
    rate_from_previous: step.rateFromPrevious,
    rate_from_first: step.rateFromFirst,
    median_seconds: step.medianSeconds,
    left_to: step.leftTo.slice(0, MAX_LEFT_TO).map(({ path, visitors: left }) => ({
      value: path,
      visitors: left,
    })),
  })),
});

const FIELDS = ['name', 'steps', 'scope', 'strict', 'within'];
const EXAMPLE = {
  name: 'Checkout',
  steps: [
    { name: 'Cart', filter: { page: { in: ['/cart'] } } },
    { name: 'Purchase', filter: { event: { in: ['Purchase'] } } },
  ],
};

/** The routes of funnels, by the id of their website. */
export const FUNNEL_ROUTES: readonly RestRoute[] = [
  {
    ...read,
    errors: ['NotFound', 'Invalid'],
    path: '/funnel/{id}',
    operations: { get: 'showFunnel' },
    summary: 'Read a funnel',
    description:
      'Returns how many visitors of a website did several things one after another in a range of days: the ' +
      'steps that are sent, or a saved funnel.',
    query: ['From', 'To', 'Steps', 'FunnelScope', 'Strict', 'Within', 'SavedFunnel', 'Filter'],
    answers: 'The funnel.',
    schema: oneOf('A funnel.', 'Funnel'),
    run: async ({ id, query, context }) => ({ data: resultOf(await readOwnFunnel(id, query, context)) }),
  },
  {
    ...read,
    path: '/funnels/{id}',
    operations: { get: 'listFunnels' },
    summary: 'List saved funnels',
    description:
      'Lists the saved funnels of a website, ordered by name. A website has at most 50 funnels, so there ' +
      'are no pages.',
    answers: 'The saved funnels.',
    schema: rowsOf('The saved funnels of a website.', 'FunnelRecord'),
    errors: ['NotFound'],
    async run({ id, context }) {
      const funnels = await listFunnels(await ownWebsite(id, context), context);
      return { data: funnels.map(funnelRecord) };
    },
  },
  {
    ...change,
    path: '/funnels/{id}',
    operations: { post: 'createFunnel' },
    summary: 'Save a funnel',
    description: 'Saves a funnel of a website under a name.',
    body: { fields: FIELDS, schema: 'FunnelInput', required: true, example: EXAMPLE },
    status: 201,
    answers: 'The saved funnel.',
    schema: oneOf('One saved funnel.', 'FunnelRecord'),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ id, body, context }) {
      const { id: website_id } = await websiteToChange(id, context);
      return { data: funnelRecord(await createFunnel({ ...body, website_id }, context, 'rest')) };
    },
  },
  {
    ...read,
    path: '/funnels/{id}/{funnel}',
    operations: { get: 'showSavedFunnel' },
    summary: 'Show a saved funnel',
    description: 'Returns one saved funnel with its steps. `GET /funnel/{id}` has its numbers.',
    answers: 'The saved funnel.',
    schema: oneOf('One saved funnel.', 'FunnelRecord'),
    errors: ['NotFound'],
    async run({ id, funnel, context }) {
      const website = await ownWebsite(id, context);
      return { data: funnelRecord(await rowInPath('SavedFunnel', website, funnel, context)) };
    },
  },
  {
    ...change,
    path: '/funnels/{id}/{funnel}',
    operations: { patch: 'updateFunnel' },
    summary: 'Update a saved funnel',
    description: 'Changes the fields that are sent; the others stay unchanged. New steps replace all steps.',
    body: { fields: FIELDS, schema: 'FunnelChanges', required: false, example: EXAMPLE },
    status: 200,
    answers: 'The updated funnel.',
    schema: oneOf('One saved funnel.', 'FunnelRecord'),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ id, funnel: asked, body, context }) {
      const funnel = await rowInPath('SavedFunnel', await websiteToChange(id, context), asked, context);
      return { data: funnelRecord(await updateFunnel(funnel.id, body, context, 'rest')) };
    },
  },
  {
    ...change,
    path: '/funnels/{id}/{funnel}',
    operations: { delete: 'deleteFunnel' },
    summary: 'Delete a saved funnel',
    description: 'Deletes a saved funnel.',
    status: 200,
    answers: 'The funnel was deleted.',
    schema: deletionBody('funnel'),
    errors: ['NotFound'],
    async run({ id, funnel: asked, context }) {
      const funnel = await rowInPath('SavedFunnel', await websiteToChange(id, context), asked, context);
      await deleteFunnel(funnel.id, context);
      return { id: funnel.id, object: 'funnel', deleted: true };
    },
  },
];
