import { SCOPES } from '../../auth/viewer.ts';
import { PER_PAGE } from '../../validation/paging.ts';
import { inputSchemas } from './input.ts';
import { type Node, ref } from './node.ts';

/** An object whose fields are all there. */
const record = (description: string, properties: Record<string, Node>): Node => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

const statusField: Node = {
  type: 'integer',
  description: 'The HTTP status code once more.',
  examples: [200],
};

/** The body of an answer that shows one website. */
export const websiteBody = (): Node =>
  record('One website.', { data: ref('schemas', 'WebsiteRecord'), status: statusField });

/** The body of an answer that shows one page of a list. */
export const pageOf = (description: string, schema: string): Node =>
  record(description, {
    data: { type: 'array', items: ref('schemas', schema), description: 'The rows of this page.' },
    links: ref('schemas', 'PageLinks'),
    meta: ref('schemas', 'PageMeta'),
    status: statusField,
  });

/** The body of the answer to a deletion. */
export const deletionBody = (): Node =>
  record('What was deleted.', {
    id: { type: 'integer', description: 'Id that the website had.' },
    object: { const: 'website', description: 'What kind of thing it was.' },
    deleted: { const: true, description: 'Always true: anything else is an error.' },
    status: statusField,
  });

const link = (description: string): Node => ({ type: 'string', format: 'uri', description });
const linkOrNull = (description: string): Node => ({ type: ['string', 'null'], format: 'uri', description });
const count = (description: string): Node => ({ type: 'integer', minimum: 0, description });
const place = (description: string): Node => ({ type: ['integer', 'null'], minimum: 1, description });
const setting = (description: string): Node => ({
  type: ['integer', 'null'],
  enum: [0, 1, null],
  description: `${description} ${UNSEEN}`,
});
const UNSEEN = 'Null for a key that lacks `websites:read`.';
const time = (description: string): Node => ({ type: 'string', format: 'date-time', description });
const message: Node = { type: 'string', description: 'What is wrong and what would be right, for people.' };

/** Everything under `components/schemas`. */
export function schemas(): Record<string, Node> {
  const { url, privacy, timezone, ...inputs } = inputSchemas();
  return {
    ...inputs,
    WebsiteRecord: record('A website as the API shows it. The password is never shown.', {
      id: { type: 'integer', minimum: 1, description: 'Id of the website, as in paths.' },
      url: { ...url, format: 'uri', description: 'The url, in normal form.' },
      domain: { type: 'string', description: 'Host of the url: lower case, ASCII, without `www.` and port.' },
      privacy,
      email: setting('Periodic email reports: 0 disabled, 1 enabled.'),
      exclude_bots: setting('Exclusion of common bots: 0 disabled, 1 enabled.'),
      exclude_ips: {
        type: ['string', 'null'],
        description:
          'Addresses and CIDR ranges that are not tracked, one per line; null for none, and for a key that lacks `websites:read`.',
      },
      has_password: {
        type: ['boolean', 'null'],
        description: `Whether a password is set. It is kept, without effect, while \`privacy\` is not 2. ${UNSEEN}`,
      },
      timezone,
      tracking_id: { type: 'string', description: 'Public id, for the tracking snippet.' },
      created_at: time('When it was registered, in UTC.'),
      updated_at: time('When it was last updated, in UTC.'),
    }),
    StatRow: record('A row of a statistic.', {
      value: {
        type: 'string',
        description: 'What was counted. See the parameter `name`; empty: unknown or none.',
      },
      count: { type: 'integer', format: 'int64', minimum: 1, description: 'How many in the range of days.' },
    }),
    PageLinks: record('Addresses of other pages, with the other query parameters of the request.', {
      first: link('The first page.'),
      last: link('The last page.'),
      prev: linkOrNull('The page before this one; null on the first.'),
      next: linkOrNull('The page after this one; null on the last and past it.'),
    }),
    PageMeta: record('Where this page stands.', {
      current_page: { type: 'integer', minimum: 1, description: 'Number of this page.' },
      from: place('Number of its first row, counted from 1; null on an empty page.'),
      last_page: {
        type: 'integer',
        minimum: 1,
        description: 'Number of the last page; 1 if there are no rows.',
      },
      path: link('Address of the list, without query.'),
      per_page: {
        type: 'integer',
        minimum: PER_PAGE.min,
        maximum: PER_PAGE.max,
        description: 'Rows on a page.',
      },
      to: place('Number of its last row, counted from 1; null on an empty page.'),
      total: count('Rows on all pages.'),
    }),
    Error: record('An error.', { message, status: statusField }),
    ValidationError: record('Fields or parameters that are wrong, all at once.', {
      message,
      errors: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
        description: 'Messages by field: what each would have to be.',
      },
      status: statusField,
    }),
    InternalError: record('A defect of the server.', {
      message,
      request_id: { type: 'string', description: 'Finds the cause in the log of the server.' },
      status: statusField,
    }),
  };
}

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key: \`Authorization: Bearer ff_…\`. Its scopes are any of ${SCOPES.map((s) => `\`${s}\``).join(', ')}.`,
  },
};
