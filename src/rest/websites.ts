import { createWebsite, deleteWebsite, updateWebsite } from '../websites/changes.ts';
import { WEBSITE_FIELDS } from '../websites/input.ts';
import { listWebsites, ownWebsite } from '../websites/list.ts';
import { deletionBody, pageOf, websiteBody } from './openapi/schemas.ts';
import { pageBody } from './pages.ts';
import { recordFor, websiteRecord } from './record.ts';
import type { RestRoute } from './route.ts';

const tag = 'Websites';

/** The routes under `/websites`. */
export const WEBSITE_ROUTES: readonly RestRoute[] = [
  {
    path: '/websites',
    operations: { get: 'listWebsites' },
    tag,
    summary: 'List websites',
    description: 'Lists the websites of the team, ordered by url.',
    scope: 'websites:read',
    query: ['SearchUrl', 'SortUrl', 'PerPage', 'Page'],
    status: 200,
    answers: 'A page of websites.',
    schema: pageOf('A page of websites.', 'WebsiteRecord'),
    errors: ['Invalid'],
    run: async ({ query, context, baseUrl, ctx }) =>
      pageBody(ctx, baseUrl, await listWebsites(query, context), websiteRecord),
  },
  {
    path: '/websites',
    operations: { post: 'createWebsite' },
    tag,
    summary: 'Register a website',
    description: 'Registers a website.',
    scope: 'websites:write',
    further: ' and a key that is not restricted to one website',
    body: {
      fields: WEBSITE_FIELDS,
      schema: 'WebsiteInput',
      required: true,
      example: { url: 'https://example.com', timezone: 'Europe/Berlin' },
    },
    status: 201,
    answers: 'The registered website.',
    schema: websiteBody(),
    headers: (baseUrl) => ({
      Location: {
        description: 'Address of the website in this API.',
        schema: { type: 'string', format: 'uri' },
        example: `${baseUrl}/api/v1/websites/1`,
      },
    }),
    errors: ['PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ body, context, baseUrl, ctx }) {
      const website = await createWebsite(body, context);
      ctx.set('Location', `${baseUrl}/api/v1/websites/${website.id}`);
      return { data: recordFor(website, context.viewer) };
    },
  },
  {
    path: '/websites/{id}',
    operations: { get: 'showWebsite' },
    tag,
    summary: 'Show a website',
    description: 'Returns one website.',
    scope: 'websites:read',
    status: 200,
    answers: 'The website.',
    schema: websiteBody(),
    errors: ['NotFound'],
    run: async ({ id, context }) => ({
      data: recordFor(await ownWebsite(id, context), context.viewer),
    }),
  },
  {
    path: '/websites/{id}',
    operations: { put: 'putWebsite', patch: 'updateWebsite' },
    tag,
    summary: 'Update a website',
    description: 'Changes the fields that are sent; all others stay unchanged. PUT and PATCH are equivalent.',
    scope: 'websites:write',
    body: {
      fields: WEBSITE_FIELDS,
      schema: 'WebsiteChanges',
      required: false,
      example: { privacy: 2, password: 'correct horse' },
    },
    status: 200,
    answers: 'The updated website.',
    schema: websiteBody(),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    run: async ({ id, body, context }) => ({
      data: recordFor(await updateWebsite(id, body, context), context.viewer),
    }),
  },
  {
    path: '/websites/{id}',
    operations: { delete: 'deleteWebsite' },
    tag,
    summary: 'Delete a website',
    description: 'Permanently deletes the website and its statistics.',
    scope: 'websites:write',
    status: 200,
    answers: 'The website was deleted.',
    schema: deletionBody('website'),
    errors: ['NotFound'],
    async run({ id: asked, context }) {
      const { id } = await deleteWebsite(asked, context);
      return { id, object: 'website', deleted: true };
    },
  },
];
