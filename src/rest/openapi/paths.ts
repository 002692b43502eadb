import type { RestRoute } from '../route.ts';
import { type Node, ref } from './node.ts';
import type { ParameterName } from './parameters.ts';
import { type ErrorName, errors, etagHeader, notModified } from './responses.ts';

const COMMON: ErrorName[] = ['BadRequest', 'Unauthenticated', 'Forbidden'];
/** Errors of every operation, with and without a key. */
const EVERY: ErrorName[] = ['MethodNotAllowed', 'RequestTimeout', 'HeadersTooLarge', 'InternalError'];
const COMMON_LAST: ErrorName[] = ['TooManyRequests', 'Unavailable'];

type Answer = Pick<RestRoute, 'answers' | 'schema' | 'files'>;

const answer = ({ answers, schema, files = [] }: Answer, headers: Node | null): Node => ({
  description: answers,
  ...(headers && { headers }),
  content: {
    ...(schema && { 'application/json': { schema } }),
    // What is no text has no schema in OpenAPI 3.1.
    ...Object.fromEntries(
      files.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}]),
    ),
  },
});

/** The responses of a read operation: 200 with an ETag, or 304. Files that are streams have no ETag. */
const found = (of: Answer): Node =>
  of.schema ? { 200: answer(of, etagHeader), ...notModified } : { 200: answer(of, null) };

const bodyOf = ({ schema, required, example }: NonNullable<RestRoute['body']>): Node => ({
  required,
  description: 'A JSON object, or form fields with the same names.',
  content: Object.fromEntries(
    // JSON first: generated clients send the first type, and form fields cannot contain null.
    ['application/json', 'application/x-www-form-urlencoded'].map((type) => [
      type,
      { schema: ref('schemas', schema), example },
    ]),
  ),
});

/** OpenAPI 3.1 has no schema for bytes. */
const fileOf = (description: string): Node => ({
  required: true,
  description,
  content: { 'application/octet-stream': {} },
});

/** The operation of a route by one of its methods. */
function operationOf(route: RestRoute, operationId: string, baseUrl: string): Node {
  const { operations, tag, summary, description, scope, further = '', query = [], body } = route;
  const { status, schema, headers, upload } = route;
  const isRead = operations.get !== undefined;
  const names = isRead && schema ? [...query, 'IfNoneMatch'] : query;
  return {
    tags: [tag],
    operationId,
    summary,
    description: `${description} Requires the scope \`${scope}\`${further}.`,
    ...(names.length > 0 && { parameters: names.map((name) => ref('parameters', name)) }),
    ...(body && { requestBody: bodyOf(body) }),
    ...(upload && { requestBody: fileOf(upload) }),
    responses: {
      ...(isRead ? found(route) : { [status]: answer(route, headers?.(baseUrl) ?? null) }),
      ...errors(...COMMON, ...route.errors, ...EVERY, ...COMMON_LAST),
    },
  };
}

/** The parameters of the ids in a path. */
const PATH_IDS = {
  id: 'WebsiteId',
  goal: 'GoalId',
  member: 'MemberId',
  funnel: 'FunnelId',
  import: 'ImportId',
} as const satisfies Record<string, ParameterName>;

/** What the operations of a path share: the parameters of its ids. */
function sharedBy(path: string): Node {
  const ids = Object.entries(PATH_IDS).filter(([name]) => path.includes(`{${name}}`));
  return ids.length > 0 ? { parameters: ids.map(([, parameter]) => ref('parameters', parameter)) } : {};
}

const document: Node = {
  tags: ['Description'],
  operationId: 'showDocument',
  summary: 'This document',
  description: 'Returns the OpenAPI document of this API. It requires no API key.',
  security: [],
  parameters: [ref('parameters', 'IfNoneMatch')],
  responses: {
    ...found({
      answers: 'An OpenAPI 3.1 document.',
      schema: { type: 'object', description: 'An OpenAPI 3.1 document.' },
    }),
    ...errors(...EVERY),
  },
};

/** All paths of the API with their operations. */
export function pathsOf(routes: readonly RestRoute[], baseUrl: string): Record<string, Node> {
  const paths: Record<string, Node> = {};
  for (const route of routes) {
    const path = `/api/v1${route.path}`;
    const known = paths[path] ?? sharedBy(path);
    const operations = Object.entries(route.operations).map(([method, id]) => [
      method,
      operationOf(route, id, baseUrl),
    ]);
    paths[path] = { ...known, ...Object.fromEntries(operations) };
  }
  return { ...paths, '/api/v1/openapi.json': { get: document } };
}
