import { globalId, graphqlError, INVALID, operation, stats, unfit, variable } from './graphqlRequests.ts';
import type { WrongRequest } from './wrongRequests.ts';

const withInput = 'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { __typename } }';

/** A mutation with invalid input. */
function mutation(
  name: string,
  input: string,
  errors: [path: string, message: string][],
  message = INVALID,
): WrongRequest {
  const selected = '... on UserErrors { message errors { path message } }';
  const query = `mutation { ${name}(input: ${input}) { ${selected} } }`;
  const found = errors.map(([field, text]) => ({ path: ['input', field], message: text }));
  return operation(`${name} ${input}`.slice(0, 90), query, { data: { [name]: { message, errors: found } } });
}

const NOT_FOUND = 'Resource not found.';
const ADDRESS =
  'Must be an http or https URL with a host, for example https://example.com, of at most 2048 characters.';
const TAKEN = 'The team already has a website with this domain.';
const range = (line: number, text: string) =>
  `Line ${line}, "${text}", must be an IP address or a CIDR range, for example 203.0.113.7 or 2001:db8::/32.`;
const PASSWORD = 'Is required if the privacy is password.';

const changes: WrongRequest[] = [
  ...['deleteWebsite', 'updateWebsite', 'revokeApiKey'].flatMap((name) => {
    const foreign = name === 'revokeApiKey' ? ['2', globalId('ApiKey:2')] : ['3', globalId('Website:3')];
    return [...foreign, '0', 'nonsense', globalId('Account:1')].map((id) =>
      mutation(name, `{ id: "${id}" }`, [['id', NOT_FOUND]], NOT_FOUND),
    );
  }),
  mutation('createWebsite', '{ url: "" }', [['url', 'Is required.']]),
  mutation('createWebsite', '{ url: "www.example.com" }', [['url', TAKEN]]),
  mutation('createWebsite', '{ url: "new.example", privacy: PASSWORD }', [['password', PASSWORD]]),
  mutation('createWebsite', '{ url: "ftp://x", excludeIps: ["::1", "x"], timezone: "Mars" }', [
    ['url', ADDRESS],
    ['excludeIps', range(2, 'x')],
    ['timezone', 'Must be an IANA time zone, for example Europe/Berlin.'],
  ]),
  mutation('updateWebsite', '{ id: 1, timezone: "BST" }', [
    ['timezone', 'Must be an IANA time zone, for example Europe/London, Asia/Dhaka; got "BST".'],
  ]),
  mutation('updateWebsite', '{ id: 1, url: "second.example", email: true }', [['url', TAKEN]]),
  mutation('updateWebsite', '{ id: 1, privacy: PASSWORD, email: true }', [['password', PASSWORD]]),
  mutation('createApiKey', '{ name: " " }', [['name', 'Is required.']]),
  mutation('createApiKey', '{ name: "x", websiteId: 3 }', [
    ['websiteId', 'Must be the id of a website of the team.'],
  ]),
  mutation('createApiKey', '{ name: "x", expiresAt: "2020-01-01T00:00:00Z" }', [
    ['expiresAt', 'Must be in the future.'],
  ]),
  operation(
    'createApiKey with a date that does not exist',
    'mutation { createApiKey(input: { name: "x", expiresAt: "2027-02-30T00:00:00Z" }) { __typename } }',
    {
      errors: [
        graphqlError(
          'Must be a date and time in ISO 8601, for example 2026-11-21T09:30:00Z.',
          'BAD_USER_INPUT',
        ),
      ],
    },
  ),
  unfit(
    'mutation { createWebsite(input: { url: "new.example", privacy: 2 }) { __typename } }',
    'Enum "Privacy" cannot represent non-enum value: 2.',
  ),
  unfit(
    'mutation { createWebsite(input: { url: "new.example", color: "blue" }) { __typename } }',
    'Field "color" is not defined by type "CreateWebsiteInput".',
  ),
  variable(
    'a list instead of an input object',
    withInput,
    { input: [] },
    'Variable "$input" got invalid value []; Expected type "CreateWebsiteInput" to be an object.',
  ),
];

const erase = 'mutation { deleteWebsite(input: { id: 2 }) { __typename } }';
const denied = (query: string, path: string[], as: 'nobody' | 'reader', data: object | null) => {
  const scope = path.includes('stats') ? 'stats:read' : 'websites:write';
  const error =
    as === 'nobody'
      ? graphqlError('Unauthenticated.', 'UNAUTHENTICATED', { path })
      : graphqlError(`The API key lacks the scope ${scope}.`, 'FORBIDDEN', { path });
  return operation(`${query.slice(0, 60)} as ${as}`, query, { errors: [error], data }, { as });
};

const rights: WrongRequest[] = [
  denied('{ websites { totalCount } }', ['websites'], 'nobody', null),
  denied(erase, ['deleteWebsite'], 'nobody', null),
  denied(erase, ['deleteWebsite'], 'reader', null),
  denied(stats('name: OS, from: "2026-11-21", to: "2026-11-21"'), ['website', 'stats'], 'reader', {
    website: null,
  }),
  operation(
    'a private website without a key',
    '{ website(id: 1) { id } }',
    { data: { website: null } },
    { as: 'nobody' },
  ),
  operation(
    'another website than that of the key',
    erase.replace('__typename', '... on UserErrors { message }'),
    { data: { deleteWebsite: { message: NOT_FOUND } } },
    { as: 'bounded' },
  ),
];

/** GraphQL mutations with invalid input, and operations that the caller may not perform. */
export const wrongMutations: WrongRequest[] = [...changes, ...rights];
