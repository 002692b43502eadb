import { STAT_NAMES, STATISTICS } from '../../stats/definitions.ts';
import { PER_PAGE } from '../../validation/paging.ts';
import type { Node } from './node.ts';

const query = (name: string, description: string, schema: Node, more: Node = {}): Node => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const day = (name: string, description: string, example: string): Node =>
  query(name, description, { type: 'string', format: 'date' }, { required: true, example });

/** Everything under `components/parameters`. */
export const parameters = {
  WebsiteId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the website.',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    example: 1,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an answer that the client has. Where it still holds, the answer is 304, without a body.',
    schema: { type: 'string' },
  },
  PerPage: query('per_page', 'Rows on a page. A value out of range is refused.', {
    type: 'integer',
    minimum: PER_PAGE.min,
    maximum: PER_PAGE.max,
    default: PER_PAGE.default,
  }),
  Page: query('page', 'Number of the page. A page past the last one is empty.', {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
  }),
  SearchUrl: query('search', 'Only websites whose url contains this text: literally, in any case.', {
    type: 'string',
    maxLength: 255,
  }),
  SortUrl: query('sort', 'Order by url: `asc` is A to Z, `desc` is Z to A.', {
    type: 'string',
    enum: ['asc', 'desc'],
    default: 'asc',
  }),
  StatName: query(
    'name',
    `The statistic.\n\n${STAT_NAMES.map((name) => `- \`${name}\`: ${STATISTICS[name].meaning}`).join('\n')}`,
    { type: 'string', enum: STAT_NAMES },
    { required: true, example: 'browser' },
  ),
  From: day('from', "First day of the range, as `Y-m-d`, in the website's time zone.", '2026-11-01'),
  To: day('to', 'Last day of the range, included: the same day as `from`, or later.', '2026-11-30'),
  SearchValue: query('search', 'Only rows whose `value` contains this text: literally, in any case.', {
    type: 'string',
    maxLength: 255,
  }),
  SortCount: query(
    'sort',
    'Order by `count`: `max` is best performing first, `min` is least performing first. Equal counts come in ' +
      'ascending order of `value`.',
    { type: 'string', enum: ['max', 'min'], default: 'max' },
  ),
};
