import { SCOPES } from '../../auth/viewer.ts';
import { ANALYSIS_DIMENSIONS, DIMENSION_NAMES } from '../../engine/registry/dimensions.ts';
import { METRIC_NAMES, METRICS } from '../../engine/registry/metrics.ts';
import { PER_PAGE } from '../../validation/paging.ts';
import { behaviourSchemas } from './behaviour.ts';
import { importSchemas } from './imports.ts';
import { inputSchemas } from './input.ts';
import { liveVisitors } from './live.ts';
import { memberSchemas } from './members.ts';
import { type Node, record, ref } from './node.ts';

const statusField: Node = {
  type: 'integer',
  description: 'The HTTP status code of the response.',
  examples: [200],
};

/** The schema of a response body with one website. */
export const websiteBody = (): Node =>
  record('One website.', { data: ref('schemas', 'WebsiteRecord'), status: statusField });

/** The schema of a response body with one object. */
export const oneOf = (description: string, schema: string): Node =>
  record(description, { data: ref('schemas', schema), status: statusField });

/** The schema of a response body with all rows of a list. */
export const rowsOf = (description: string, schema: string): Node =>
  record(description, {
    data: { type: 'array', items: ref('schemas', schema), description: 'The rows.' },
    status: statusField,
  });

/** The schema of a response body with one page of a list. */
export const pageOf = (description: string, schema: string): Node =>
  record(description, {
    data: { type: 'array', items: ref('schemas', schema), description: 'The rows of this page.' },
    links: ref('schemas', 'PageLinks'),
    meta: ref('schemas', 'PageMeta'),
    status: statusField,
  });

/** The schema of a response body with all metrics. */
export const metricsBody = (): Node =>
  record('All metrics of a period, and of the period that it is compared with.', {
    data: ref('schemas', 'Metrics'),
    previous: {
      oneOf: [ref('schemas', 'Metrics'), { type: 'null' }],
      description: 'The metrics of the period to compare with; null if there is none.',
    },
    status: statusField,
  });

/** The properties of all metrics. */
const metricProperties = Object.fromEntries(
  METRIC_NAMES.map((name): [string, Node] => {
    const { meaning: description, nullable } = METRICS[name];
    return [
      name,
      nullable
        ? { type: ['number', 'null'], minimum: 0, description }
        : { type: 'integer', format: 'int64', minimum: 0, description },
    ];
  }),
);

/** The schema of a response body with live numbers. */
export const liveBody = (): Node =>
  record('The live numbers of a website.', { data: ref('schemas', 'LiveVisitors'), status: statusField });

/** The schema of the response body of a deletion. */
export const deletionBody = (what: 'website' | 'goal' | 'funnel' | 'member'): Node =>
  record(`The deleted ${what}.`, {
    id: { type: 'integer', description: `Id of the deleted ${what}.` },
    object: { const: what, description: 'Type of the deleted object.' },
    deleted: { const: true, description: 'Always true; failures are error responses.' },
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
const message: Node = {
  type: 'string',
  description: 'Error message for people: the problem, and the valid values.',
};

/** The content of `components/schemas`. */
export function schemas(): Record<string, Node> {
  const { url, privacy, timezone, ...inputs } = inputSchemas();
  return {
    ...inputs,
    WebsiteRecord: record('A registered website. The password is never included.', {
      id: { type: 'integer', minimum: 1, description: 'Id of the website, as in the paths of this API.' },
      url: { ...url, format: 'uri', description: 'Address of the website, in normalized form.' },
      domain: {
        type: 'string',
        description: 'Host of the url in lower case and ASCII, without `www.` and port.',
      },
      privacy,
      email: setting('Periodic email reports: 0 disabled, 1 enabled.'),
      exclude_bots: setting('Exclusion of common bots: 0 disabled, 1 enabled.'),
      exclude_ips: {
        type: ['string', 'null'],
        description:
          'IP addresses and CIDR ranges that are not tracked, one per line. ' +
          'Null if there are none, and for a key that lacks `websites:read`.',
      },
      exclude_spam: setting('Exclusion of known referrer spam: 0 disabled, 1 enabled.'),
      hosts: {
        type: ['string', 'null'],
        description:
          'Further hosts of the website and schemes of packaged applications, one per line. ' +
          'Null if there are none, and for a key that lacks `websites:read`.',
      },
      query: {
        type: ['string', 'null'],
        description:
          'Names of the query parameters that are part of the page, one per line. ' +
          'Null if there are none, and for a key that lacks `websites:read`.',
      },
      aliases: {
        type: ['string', 'null'],
        description:
          'Ids of the website in other products, one per line. ' +
          'Null if there are none, and for a key that lacks `websites:read`.',
      },
      has_password: {
        type: ['boolean', 'null'],
        description: `Whether a password is set. It has an effect only while \`privacy\` is 2. ${UNSEEN}`,
      },
      timezone,
      tracking_id: { type: 'string', description: 'Public id of the website, for the tracking snippet.' },
      created_at: time('When the website was registered, in UTC.'),
      updated_at: time('When the website was last updated, in UTC.'),
    }),
    StatRow: record('A row of a statistic: a value and its count.', {
      value: {
        type: 'string',
        description:
          'The counted value; the parameter `name` describes the values of each statistic. ' +
          'Empty if unknown or none.',
      },
      count: {
        type: 'integer',
        format: 'int64',
        minimum: 1,
        description: 'Count of this value in the range of days.',
      },
    }),
    Metrics: record('The metrics of a period.', metricProperties),
    BreakdownRow: {
      ...record('The metrics of what has these values of the dimensions.', metricProperties),
      properties: {
        ...Object.fromEntries(
          DIMENSION_NAMES.map((name) => [
            name,
            { type: 'string', description: `Only if it is in \`by\`. ${ANALYSIS_DIMENSIONS[name].meaning}` },
          ]),
        ),
        ...metricProperties,
        revenue: {
          type: 'array',
          items: ref('schemas', 'Money'),
          description: 'Only with `revenue=1`: the revenue by currency, in the order of the codes.',
        },
      },
    },
    ...behaviourSchemas(),
    ...importSchemas(),
    ...memberSchemas(),
    LiveVisitors: liveVisitors,
    PageLinks: record(
      'Addresses of other pages of the list. They keep the other query parameters of the request.',
      {
        first: link('Address of the first page.'),
        last: link('Address of the last page.'),
        prev: linkOrNull('Address of the previous page; null on the first page.'),
        next: linkOrNull('Address of the next page; null on the last page and past it.'),
      },
    ),
    PageMeta: record('Position of this page in the list.', {
      current_page: { type: 'integer', minimum: 1, description: 'Number of this page.' },
      from: place('Number of the first row on this page, counted from 1; null on an empty page.'),
      last_page: {
        type: 'integer',
        minimum: 1,
        description: 'Number of the last page; 1 if there are no rows.',
      },
      path: link('Address of the list, without the query string.'),
      per_page: {
        type: 'integer',
        minimum: PER_PAGE.min,
        maximum: PER_PAGE.max,
        description: 'Number of rows per page.',
      },
      to: place('Number of the last row on this page, counted from 1; null on an empty page.'),
      total: count('Number of rows on all pages.'),
    }),
    Error: record('An error.', { message, status: statusField }),
    ValidationError: record('A validation error that lists every invalid field and parameter.', {
      message,
      errors: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
        description: 'Error messages by field or parameter. They say which values are valid.',
      },
      status: statusField,
    }),
    InternalError: record('An internal server error.', {
      message,
      request_id: {
        type: 'string',
        description: 'Id of the request. The server log contains the cause under this id.',
      },
      status: statusField,
    }),
  };
}

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      `An API key, sent as \`Authorization: Bearer ff_…\`. ` +
      `Its scopes are any of ${SCOPES.map((s) => `\`${s}\``).join(', ')}.`,
  },
};
