import type { z } from 'zod';
import { IMPORT_STATES } from '../../transfer/imports/states.ts';
import { uploadRules } from '../../transfer/uploads/upload.ts';
import { MAX_ID } from '../../validation/rules.ts';
import { type Node, record } from './node.ts';

const count = (description: string): Node => ({ type: 'integer', format: 'int64', minimum: 0, description });
const text = (description: string): Node => ({ type: 'string', description });
const textOrNull = (description: string): Node => ({ type: ['string', 'null'], description });
const day = (description: string): Node => ({ type: ['string', 'null'], format: 'date', description });
const time = (description: string): Node => ({ type: 'string', format: 'date-time', description });
const timeOrNull = (description: string): Node => ({
  type: ['string', 'null'],
  format: 'date-time',
  description,
});

const example = record('A row that is not imported.', {
  file: text('Name of its file.'),
  line: { type: 'integer', minimum: 0, description: 'Number of its line or record, from 1; 0 without one.' },
  message: textOrNull('What is wrong with it; null unless it cannot be read.'),
});

const skipped = record('The rows that are not imported for one reason.', {
  reason: text('Code of the reason, such as `bot`, `static_file` or `unreadable`.'),
  count: count('Number of these rows.'),
  examples: { type: 'array', items: example, description: 'The first of these rows.' },
});

const progress: Node = {
  ...record('How far the current step is; null if this instance does not work on the import.', {
    step: { enum: ['read', 'store'], description: 'Whether files are read, or rows are stored.' },
    rows: count('Number of rows that were read or stored.'),
  }),
  type: ['object', 'null'],
};

const states = Object.entries(IMPORT_STATES).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);

/** Builds a query parameter from its rule. */
type Query = (name: string, rule: z.ZodType, description: string, more?: Node) => Node & { name: string };

/** The parameters of imports. */
export const importParameters = (query: Query) => ({
  ImportId: {
    name: 'import',
    in: 'path',
    required: true,
    description: 'Id of the import.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
    example: 1,
  },
  ImportSource: query(
    'source',
    uploadRules.source,
    'The product or format of the file, such as `log`. By default the content shows it.',
    { example: 'log' },
  ),
  ImportFileName: query('name', uploadRules.name, 'The name of the file, for reports about its lines.', {
    example: 'access.log.gz',
  }),
  ImportOfFile: query(
    'import',
    uploadRules.import,
    'Id of an import that was not started yet, to which the file is added. By default, a new import begins.',
  ),
});

/** The schemas of imports. */
export const importSchemas = (): Record<string, Node> => ({
  ImportRecord: record('An import of statistics from files.', {
    id: { type: 'integer', minimum: 1, description: 'Id of the import, as in the paths of this API.' },
    source: textOrNull('Name of the product or format, such as `log`; null until it is known.'),
    files: { type: 'array', items: { type: 'string' }, description: 'Names of the files.' },
    state: { enum: Object.keys(IMPORT_STATES), description: `The state.\n\n${states.join('\n')}` },
    error: textOrNull('Why it failed; null unless it did.'),
    started_by: textOrNull(
      'Email address of the account, or `command_line`; null for a key that is restricted to one website.',
    ),
    from: day('First day of what is imported, in the time zone of the website; null until it is known.'),
    to: day('Last day of what is imported; null until it is known.'),
    rows: count('Number of rows in the files.'),
    skipped: {
      type: 'array',
      items: skipped,
      description: 'The rows that are not imported, the most frequent reason first.',
    },
    visitors: count('Number of imported visitors, summed over days.'),
    visits: count('Number of imported visits.'),
    pageviews: count('Number of imported pageviews.'),
    events: count('Number of imported events.'),
    own_hits_from: timeOrNull(
      'Time of the first own hit of the period, from which on nothing is imported; null for none.',
    ),
    progress,
    created_at: time('When the import was created, in UTC.'),
    finished_at: timeOrNull('When it was done, failed or undone, in UTC; null before.'),
  }),
  ImportStart: {
    type: 'object',
    description: 'How to start the import.',
    properties: {
      until_own_hits: {
        type: ['boolean', 'integer'],
        description:
          'Whether the import ends before the first own hit, `own_hits_from`. Required if there is one. ' +
          'False by default.',
      },
    },
  },
});
