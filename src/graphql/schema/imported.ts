import { ANALYSIS_DIMENSIONS as DIMENSIONS } from '../../engine/registry/dimensions.ts';
import {
  type ImportedDays,
  OMISSIONS,
  OMITTED_PARTS,
  type Omission,
  readImported,
} from '../../stats/imported.ts';
import { isSourceName, SOURCE_LABELS, SOURCE_NAMES } from '../../transfer/sources/sourceNames.ts';
import { builder } from './builder.ts';
import { upperCase } from './enums.ts';
import { PeriodRef } from './period.ts';

const meaningOf = (name: Omission): string =>
  name in OMITTED_PARTS
    ? OMITTED_PARTS[name as keyof typeof OMITTED_PARTS]
    : `Breakdowns and statistics by this dimension. ${DIMENSIONS[name as keyof typeof DIMENSIONS].meaning}`;

const OmissionEnum = builder.enumType('ImportOmission', {
  description: 'A part of statistics that does not contain days whose daily sums were imported.',
  values: upperCase(
    Object.fromEntries(OMISSIONS.map((name) => [name, meaningOf(name)])) as Record<Omission, string>,
  ),
});

/** The cost of a list with one item per source. */
const OF_SOURCES = { points: 0, times: SOURCE_NAMES.length };

const labelOf = (source: string) => (isSourceName(source) ? SOURCE_LABELS[source] : source);

const ImportedRef = builder.objectRef<ImportedDays>('ImportedDays').implement({
  description:
    'The days of a period that were imported from other products. Imported hits are counted like others. ' +
    'Of products that only have daily sums, statistics without a filter contain the sums.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first imported day of the period.' }),
    to: t.expose('to', { type: 'Date', description: 'The last imported day of the period.' }),
    sources: t.exposeStringList('sources', {
      cost: OF_SOURCES,
      description: 'The names of the products from which the days were imported, such as `plausible`.',
    }),
    labels: t.stringList({
      cost: OF_SOURCES,
      description: 'The same names for people, such as `Plausible`.',
      resolve: ({ sources }) => sources.map(labelOf),
    }),
    omitted: t.field({
      type: [OmissionEnum],
      cost: { points: 0, times: OMISSIONS.length },
      description:
        'The parts of statistics that do not contain all of these days, because only their daily sums are ' +
        'known. Empty if hits were imported.',
      resolve: ({ omitted }) => omitted,
    }),
  }),
});

builder.objectField(PeriodRef, 'imported', (t) =>
  t.field({
    type: ImportedRef,
    nullable: true,
    description: 'The days of the period that were imported from other products; null if there are none.',
    cost: 2,
    resolve: (period, _args, context) => readImported(period, context),
  }),
);
