import { isBound } from '../../auth/viewer.ts';
import { dayText } from '../../calendar/days.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { fileNames, type SkippedRows, skippedOf } from '../../transfer/imports/record.ts';
import type { ImportState } from '../../transfer/imports/states.ts';
import { MAX_EXAMPLES, type Skipped } from '../../transfer/imports/tally.ts';
import { SKIP_REASONS } from '../../transfer/sources/skipReasons.ts';
import { SOURCE_LABELS, SOURCE_NAMES } from '../../transfer/sources/sourceNames.ts';
import type { ImportProgress } from '../../transfer/uploads/jobs.ts';
import { listWebsiteImports, progressOfImport } from '../../transfer/uploads/read.ts';
import { MAX_FILES } from '../../transfer/uploads/upload.ts';
import type { Page } from '../../validation/paging.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { ImportStateEnum, ImportStepEnum } from './enums.ts';
import { WebsiteRef } from './website.ts';

const ExampleRef = builder.objectRef<Skipped['examples'][number]>('SkippedRow').implement({
  description: 'A row of a file that is not imported.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'Name of the file.' }),
    line: t.exposeInt('line', { description: 'Number of the line or record, from 1; 0 without one.' }),
    message: t.string({
      nullable: true,
      description: 'The mistake in the row; null unless it cannot be read.',
      resolve: ({ message }) => message ?? null,
    }),
  }),
});

const SkippedRef = builder.objectRef<SkippedRows>('SkippedRows').implement({
  description: 'The rows that are not imported for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'Code of the reason, such as `bot`, `static_file` or `unreadable`.',
    }),
    count: t.expose('count', { type: 'BigInt', description: 'Number of these rows.' }),
    examples: t.field({
      type: [ExampleRef],
      cost: { times: MAX_EXAMPLES },
      description: 'The first of these rows.',
      resolve: ({ examples }) => examples,
    }),
  }),
});

const ProgressRef = builder.objectRef<ImportProgress>('ImportProgress').implement({
  description: 'How far the current step of an import is.',
  fields: (t) => ({
    step: t.field({
      type: ImportStepEnum,
      description: 'The current step of the import.',
      resolve: ({ step }) => step,
    }),
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of rows that were read or stored.' }),
  }),
});

const day = (number: number | null) => (number === null ? null : dayText(number));

export const ImportRef = builder.prismaNode('Import', {
  description: 'An import of statistics from files of another product.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the import in the REST API.' }),
    source: t.string({
      nullable: true,
      description: 'Name of the product or format, such as `log`; null until it is known.',
      resolve: ({ source }) => source || null,
    }),
    files: t.stringList({
      cost: { times: MAX_FILES },
      description: 'Names of the files.',
      resolve: (row) => fileNames(row),
    }),
    state: t.field({
      type: ImportStateEnum,
      description: 'State of the import.',
      resolve: ({ state }) => state as ImportState,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the import failed; null unless it did.',
    }),
    startedBy: t.string({
      nullable: true,
      description:
        'Email address of the account, or `command_line`; null for an API key that is restricted to one ' +
        'website.',
      resolve: ({ startedBy }, _args, { viewer }) => (isBound(viewer) ? null : startedBy),
    }),
    from: t.field({
      type: 'Date',
      nullable: true,
      description:
        'First day of what is imported, in the time zone of the website; null until it is known, or if ' +
        'nothing is.',
      resolve: ({ firstDay }) => day(firstDay),
    }),
    to: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day of what is imported; null until it is known, or if nothing is.',
      resolve: ({ lastDay }) => day(lastDay),
    }),
    rows: t.field({
      type: 'BigInt',
      description: 'Number of rows in the files.',
      resolve: ({ rows }) => Number(rows),
    }),
    skipped: t.field({
      type: [SkippedRef],
      cost: { times: SKIP_REASONS.length },
      description: 'The rows that are not imported, the most frequent reason first.',
      resolve: (row) => skippedOf(row),
    }),
    visitors: t.field({
      type: 'BigInt',
      description: 'Number of imported visitors, summed over days. Before the start, that of the preview.',
      resolve: ({ visitors }) => Number(visitors),
    }),
    visits: t.field({
      type: 'BigInt',
      description: 'Number of imported visits. Before the start, that of the preview.',
      resolve: ({ visits }) => Number(visits),
    }),
    pageviews: t.field({
      type: 'BigInt',
      description: 'Number of imported pageviews. Before the start, that of the preview.',
      resolve: ({ pageviews }) => Number(pageviews),
    }),
    events: t.field({
      type: 'BigInt',
      description: 'Number of imported events. Before the start, that of the preview.',
      resolve: ({ events }) => Number(events),
    }),
    ownHitsFrom: t.expose('cutAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the first own hit of the period, from which on nothing is imported; null for none.',
    }),
    progress: t.field({
      type: ProgressRef,
      nullable: true,
      description:
        'How far the current step is; null if the instance that answers does not read or store the import.',
      resolve: (row, _args, context) => progressOfImport(row, context),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the import was created.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the import was done, failed or undone; null before.',
    }),
  }),
});

const ImportConnection = builder.connectionObject(
  {
    type: ImportRef,
    name: 'ImportConnection',
    description: 'A page of imports.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of imports over all pages.',
        resolve: (page) => (page as unknown as Page<Import>).total,
      }),
    }),
  },
  { name: 'ImportEdge', description: 'An import and its cursor.' },
);

builder.objectField(WebsiteRef, 'imports', (t) =>
  t.field({
    type: ImportConnection,
    nullable: true,
    authScopes: (website) => ({ imports: website }),
    unauthorizedResolver: () => null,
    cost: ({ first }) => ({ points: 20, below: { rows: rowsAsked(first) } }),
    description:
      'Imports of the website, the newest first. Null unless the viewer is in the website’s team, and for ' +
      'an API key that is limited to a segment.',
    args: {
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    resolve: async (website, { first, after }, context) =>
      connection(await listWebsiteImports(website, { per_page: first, after }, context), (row) => row),
  }),
);

const SourceRef = builder.objectRef<{ name: string; label: string }>('ImportSource').implement({
  description: 'A product or format from which statistics are imported.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in the REST API, such as `log`.' }),
    label: t.exposeString('label', { description: 'The name of the product for people.' }),
  }),
});

builder.queryFields((t) => ({
  importSources: t.field({
    type: [SourceRef],
    cost: { times: SOURCE_NAMES.length },
    description: 'The products and formats from which statistics are imported.',
    resolve: () => SOURCE_NAMES.map((name) => ({ name, label: SOURCE_LABELS[name] })),
  }),
}));
