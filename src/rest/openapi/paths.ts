import { type Node, ref } from './node.ts';
import { type ErrorName, errors, etagHeader, notModified } from './responses.ts';
import { deletionBody, liveBody, metricsBody, pageOf, websiteBody } from './schemas.ts';

const parameters = (...names: string[]) => names.map((name) => ref('parameters', name));

const answer = (description: string, schema: Node, more: Node = {}): Node => ({
  description,
  ...more,
  content: { 'application/json': { schema } },
});

/** The responses of a read operation: 200 with an ETag, or 304. */
const found = (description: string, schema: Node): Node => ({
  200: answer(description, schema, { headers: etagHeader }),
  ...notModified,
});

const COMMON: ErrorName[] = ['BadRequest', 'Unauthenticated', 'Forbidden'];
/** Errors of every operation, with and without a key. */
const EVERY: ErrorName[] = ['MethodNotAllowed', 'RequestTimeout', 'HeadersTooLarge', 'InternalError'];
const COMMON_LAST: ErrorName[] = ['TooManyRequests', 'Unavailable'];
const BODY: ErrorName[] = ['PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'];

/** The error responses of an operation that requires an API key: the common ones and the named ones. */
const refusals = (...names: ErrorName[]) => errors(...COMMON, ...names, ...EVERY, ...COMMON_LAST);

const fields = (schema: string, example: Node): Node => ({
  required: schema === 'WebsiteInput',
  description: 'A JSON object, or form fields with the same names.',
  content: Object.fromEntries(
    // JSON first: generated clients send the first type, and form fields cannot contain null.
    ['application/json', 'application/x-www-form-urlencoded'].map((type) => [
      type,
      { schema: ref('schemas', schema), example },
    ]),
  ),
});

const website = { tags: ['Websites'] };

const list: Node = {
  ...website,
  operationId: 'listWebsites',
  summary: 'List websites',
  description: 'Lists the websites of the account, ordered by url. Requires the scope `websites:read`.',
  parameters: parameters('SearchUrl', 'SortUrl', 'PerPage', 'Page', 'IfNoneMatch'),
  responses: {
    ...found('A page of websites.', pageOf('A page of websites.', 'WebsiteRecord')),
    ...refusals('Invalid'),
  },
};

const create = (baseUrl: string): Node => ({
  ...website,
  operationId: 'createWebsite',
  summary: 'Register a website',
  description:
    'Registers a website. ' +
    'Requires the scope `websites:write` and a key that is not restricted to one website.',
  requestBody: fields('WebsiteInput', { url: 'https://example.com', timezone: 'Europe/Berlin' }),
  responses: {
    201: answer('The registered website.', websiteBody(), {
      headers: {
        Location: {
          description: 'Address of the website in this API.',
          schema: { type: 'string', format: 'uri' },
          example: `${baseUrl}/api/v1/websites/1`,
        },
      },
    }),
    ...refusals(...BODY),
  },
});

const show: Node = {
  ...website,
  operationId: 'showWebsite',
  summary: 'Show a website',
  description: 'Returns one website. Requires the scope `websites:read`.',
  parameters: parameters('IfNoneMatch'),
  responses: { ...found('The website.', websiteBody()), ...refusals('NotFound') },
};

const update = (operationId: string): Node => ({
  ...website,
  operationId,
  summary: 'Update a website',
  description:
    'Changes the fields that are sent; all others stay unchanged. PUT and PATCH are equivalent. ' +
    'Requires the scope `websites:write`.',
  requestBody: fields('WebsiteChanges', { privacy: 2, password: 'correct horse' }),
  responses: { 200: answer('The updated website.', websiteBody()), ...refusals('NotFound', ...BODY) },
});

const remove: Node = {
  ...website,
  operationId: 'deleteWebsite',
  summary: 'Delete a website',
  description: 'Permanently deletes the website and its statistics. Requires the scope `websites:write`.',
  responses: { 200: answer('The website was deleted.', deletionBody()), ...refusals('NotFound') },
};

const stats: Node = {
  tags: ['Statistics'],
  operationId: 'showStats',
  summary: 'Read a statistic',
  description:
    'Returns one statistic of a website over a range of days. ' +
    'Days and hours without traffic have no row. Requires the scope `stats:read`.',
  parameters: parameters(
    ...['StatName', 'From', 'To', 'Filter', 'SearchValue', 'SortCount', 'PerPage', 'Page', 'IfNoneMatch'],
  ),
  responses: {
    ...found('A page of the rows of the statistic.', pageOf('A page of rows of a statistic.', 'StatRow')),
    ...refusals('NotFound', 'Invalid'),
  },
};

const metrics: Node = {
  tags: ['Statistics'],
  operationId: 'showMetrics',
  summary: 'Read all metrics',
  description:
    'Returns all metrics of a website over a range of days, and those of the period to compare with. ' +
    'Requires the scope `stats:read`.',
  parameters: parameters(
    ...['From', 'To', 'Filter', 'Compare', 'CompareFrom', 'CompareTo', 'Elapsed', 'IfNoneMatch'],
  ),
  responses: {
    ...found('The metrics.', metricsBody()),
    ...refusals('NotFound', 'Invalid'),
  },
};

const breakdown: Node = {
  tags: ['Statistics'],
  operationId: 'showBreakdown',
  summary: 'Read metrics by dimensions',
  description:
    'Returns all metrics of a website over a range of days by one to three dimensions. A dimension has a ' +
    'row for the empty value, so that its rows add up. Requires the scope `stats:read`.',
  parameters: parameters(
    ...['By', 'From', 'To', 'Filter', 'SearchRow', 'SortRow', 'PerPage', 'Page', 'IfNoneMatch'],
  ),
  responses: {
    ...found(
      'A page of the rows of the breakdown.',
      pageOf('A page of rows of a breakdown.', 'BreakdownRow'),
    ),
    ...refusals('NotFound', 'Invalid'),
  },
};

const live: Node = {
  tags: ['Statistics'],
  operationId: 'showLive',
  summary: 'Read live numbers',
  description:
    'Returns the present visitors of a website, and its latest hits. To get them whenever they change, use ' +
    'the GraphQL subscription `liveVisitors`. Requires the scope `stats:read`, and an API key that is not ' +
    'limited to a segment.',
  parameters: parameters('IfNoneMatch'),
  responses: { ...found('The live numbers.', liveBody()), ...refusals('NotFound') },
};

const document: Node = {
  tags: ['Description'],
  operationId: 'showDocument',
  summary: 'This document',
  description: 'Returns the OpenAPI document of this API. It requires no API key.',
  security: [],
  parameters: parameters('IfNoneMatch'),
  responses: {
    ...found('An OpenAPI 3.1 document.', { type: 'object', description: 'An OpenAPI 3.1 document.' }),
    ...errors(...EVERY),
  },
};

/** All paths of the API with their operations. */
export function paths(baseUrl: string): Record<string, Node> {
  const id = parameters('WebsiteId');
  return {
    '/api/v1/websites': { get: list, post: create(baseUrl) },
    '/api/v1/websites/{id}': {
      parameters: id,
      get: show,
      put: update('putWebsite'),
      patch: update('updateWebsite'),
      delete: remove,
    },
    '/api/v1/stats/{id}': { parameters: id, get: stats },
    '/api/v1/metrics/{id}': { parameters: id, get: metrics },
    '/api/v1/breakdown/{id}': { parameters: id, get: breakdown },
    '/api/v1/live/{id}': { parameters: id, get: live },
    '/api/v1/openapi.json': { get: document },
  };
}
