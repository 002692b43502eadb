import { expect } from '@jest/globals';
import { graphqlError, operation } from './graphqlRequests.ts';
import { JSON_TYPE, typed, type WrongRequest } from './wrongRequests.ts';

/** A request that is rejected before its operation is parsed. */
function request(
  title: string,
  [status, code, message]: readonly [number, string, unknown],
  init: RequestInit,
  where = '/graphql',
): WrongRequest {
  const error = { message, extensions: expect.objectContaining({ code }) };
  return { title: `GraphQL: ${title}`, where, init, status, body: { errors: [error] } };
}

const accept = { accept: 'application/json' };
const json = (body: string | Uint8Array) => typed('POST', { ...JSON_TYPE, ...accept }, body);
const of = (type: string, body: string) => typed('POST', { 'content-type': type, ...accept }, body);

const NO_JSON = [400, 'BAD_REQUEST', 'POST body sent invalid JSON.'] as const;
const NO_BATCH = [
  400,
  'BAD_REQUEST',
  'A request must contain one operation; got a list of 1. Send each operation in a request of its own: in ' +
    'Apollo Client, use HttpLink in place of BatchHttpLink.',
] as const;
const NO_QUERY = [200, 'BAD_REQUEST', 'Must provide query string.'] as const;
const TYPE = [415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be of type application/json.'] as const;
const UTF8 = [400, 'BAD_REQUEST', expect.stringContaining('UTF-8')] as const;
const METHOD = [405, 'BAD_REQUEST', 'GraphQL only supports GET and POST requests.'] as const;
const NO_OBJECT = (what: string) =>
  [400, 'BAD_REQUEST', `POST body is expected to be object but received ${what}`] as const;
const UNRESOLVED = [
  400,
  'OPERATION_RESOLUTION_FAILURE',
  'Could not determine what operation to execute.',
] as const;
const BY_POST = [405, 'BAD_REQUEST', 'Can only perform a mutation operation from a POST request.'] as const;

const create = 'mutation { createWebsite(input: { url: "new.example" }) { __typename } }';
const search = (text: string) => `{"query":"{ websites(search: \\"${text}\\") { totalCount } }"}`;
const encoded = (before: string, between: string, after: string) =>
  `/graphql?query=${encodeURIComponent(before)}${between}${encodeURIComponent(after)}`;

const requests: WrongRequest[] = [
  request('nothing', NO_JSON, json('')),
  request('JSON that ends early', NO_JSON, json('{"query":"{ __typename }"')),
  request('null instead of an object', NO_OBJECT('null'), json('null')),
  request('a string instead of an object', NO_OBJECT('string'), json('"{ __typename }"')),
  {
    ...request('a list of operations', NO_BATCH, json('[{"query":"{ __typename }"}]')),
    // One result for each operation.
    body: JSON.stringify([{ errors: [graphqlError(NO_BATCH[2], NO_BATCH[1])] }]),
  },
  request('no query', NO_QUERY, json('{}')),
  request('no query over GET', NO_QUERY, { headers: accept }),
  request(
    'a query of a wrong type',
    [400, 'BAD_REQUEST', 'Expected "query" param to be a string, but given number.'],
    json('{"query":7}'),
  ),
  request(
    'variables as a list',
    [400, 'BAD_REQUEST', 'Expected "variables" param to be empty or an object, but given array.'],
    json('{"query":"{ __typename }","variables":[1]}'),
  ),
  request(
    'incomplete variables over GET',
    [400, 'BAD_REQUEST', expect.stringContaining('variables')],
    { headers: accept },
    '/graphql?query={__typename}&variables={',
  ),
  request(
    'an unknown parameter',
    [400, 'BAD_REQUEST', 'Unexpected parameter "foo" in the request body.'],
    json('{"query":"{ __typename }","foo":1}'),
  ),
  request(
    'an unknown operationName',
    UNRESOLVED,
    json('{"query":"query A { __typename }","operationName":"B"}'),
  ),
  request(
    'two operations without operationName',
    UNRESOLVED,
    json('{"query":"query A { __typename } query B { __typename }"}'),
  ),
  request(
    'a body that is too long',
    [413, 'PAYLOAD_TOO_LARGE', 'The request must be at most 256 KiB long.'],
    json(JSON.stringify({ query: `{ __typename } #${'x'.repeat(256 * 1024)}` })),
  ),
  request('a body in invalid UTF-8', UTF8, json(Buffer.from(search('\xff'), 'latin1'))),
  request(
    'a query string in invalid UTF-8',
    UTF8,
    { headers: accept },
    encoded('{ websites(search: "', '%FF', '") { totalCount } }'),
  ),
  request('a body of form fields', TYPE, of('application/x-www-form-urlencoded', 'query={__typename}')),
  request('a body of type text/plain', TYPE, of('text/plain', '{"query":"{ __typename }"}')),
  request('a body of type application/graphql', TYPE, of('application/graphql', '{ __typename }')),
  request('a multipart body', TYPE, of('multipart/form-data; boundary=x', '--x--')),
  request('a body without a type', TYPE, { method: 'POST', body: Buffer.from('{"query":"{ __typename }"}') }),
  {
    ...request('a mutation over GET', BY_POST, { headers: accept }, encoded(create, '', '')),
    headers: { allow: 'POST' },
  },
  { ...request('PUT', METHOD, { ...json('{}'), method: 'PUT' }), headers: { allow: /^GET, POST$/ } },
  { ...request('DELETE', METHOD, { method: 'DELETE' }), headers: { allow: /^GET, POST$/ } },
];

/** A document that is rejected before it is executed. */
const invalid = (title: string, query: string, message: unknown, code = 'GRAPHQL_VALIDATION_FAILED') =>
  operation(title, query, { errors: [graphqlError(message, code)] });

const stat =
  'stats(name: OS, from: "2026-11-01", to: "2026-11-21", first: 100) { nodes { value label count } }';
const dashboard = Array.from({ length: 20 }, (_, index) => `s${index}: ${stat}`).join(' ');
const portfolio = (alias: string) => `${alias}: websites(first: 100) { nodes { ${dashboard} } }`;
const listing = (alias: string) => `${alias}: websites { totalCount }`;
const many = (count: number) => Array.from({ length: count }, (_, index) => listing(`a${index}`)).join(' ');
const nested = (before: string, depth: number, inner: string) =>
  `{ ${before.repeat(depth)}${inner}${' }'.repeat(depth)} }`;
const anyClientError = expect.stringMatching(
  /^(BAD_REQUEST|GRAPHQL_PARSE_FAILED|GRAPHQL_VALIDATION_FAILED)$/,
) as unknown as string;

const documents: WrongRequest[] = [
  invalid(
    'a document that ends early',
    '{ websites {',
    'Syntax Error: Expected Name, found <EOF>.',
    'GRAPHQL_PARSE_FAILED',
  ),
  invalid('an empty document', '', 'Syntax Error: Unexpected <EOF>.', 'GRAPHQL_PARSE_FAILED'),
  invalid(
    'an unknown field',
    '{ sites { id } }',
    'Cannot query field "sites" on type "Query". Did you mean "nodes" or "websites"?',
  ),
  invalid(
    'a cycle of fragments',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    'Cannot spread fragment "A" within itself via "B".',
  ),
  invalid('an unknown directive', '{ __typename @foo }', 'Unknown directive "@foo".'),
  invalid(
    'a deeply nested introspection query',
    '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    'Maximum introspection depth exceeded',
  ),
  invalid(
    'fields nested too deeply for the parser',
    nested('a { ', 20_000, 'b'),
    expect.any(String),
    anyClientError,
  ),
  invalid(
    'fragments nested too deeply for the parser',
    nested('... on Query { ', 10_000, '__typename'),
    expect.any(String),
    anyClientError,
  ),
  invalid(
    'too costly',
    `{ ${['a', 'b', 'c'].map(portfolio).join(' ')} }`,
    expect.stringMatching(
      /^The operation costs \d{7} points; at most 100000 are allowed\. Request fewer rows/,
    ),
    'BAD_REQUEST',
  ),
  invalid(
    'too deep',
    `{ website(id: 1) { period(name: TODAY) { ${'previous { '.repeat(11)}from${' }'.repeat(11)} } } }`,
    'The operation is 14 fields deep; at most 12 are allowed.',
    'BAD_REQUEST',
  ),
  invalid(
    'too many fields in a document',
    `{ ${many(501)} }`,
    'The document must have at most 1000 fields and fragments; got 1003. Split the document.',
    'BAD_REQUEST',
  ),
  invalid(
    'too many fields when fragments are expanded',
    `{ ${'...A '.repeat(20)} } fragment A on Query { ${many(26)} }`,
    'The operation has more than 1000 fields, including those of each fragment spread. Split the operation.',
    'BAD_REQUEST',
  ),
];

/** Requests and documents that GraphQL rejects before any resolver runs. */
export const wrongDocuments: WrongRequest[] = [...requests, ...documents];
