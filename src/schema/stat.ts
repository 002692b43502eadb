import type { StatResult } from '../resolvers/stats.ts';
import { statLabel } from '../stats/labels.ts';
import type { StatName } from '../stats/names.ts';
import { builder } from './builder.ts';

interface Stat {
  name: StatName;
  value: string;
  count: number;
}

const StatRef = builder.objectRef<Stat>('Stat').implement({
  description: 'One row of a statistic: a value and how often it was counted.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'What was counted, such as a path, a country code or a day; empty if unknown or direct.',
    }),
    label: t.string({
      description: 'The value for people: `France` for `FR`, `Unknown` or `Direct` for an empty one.',
      resolve: ({ name, value }) => statLabel(name, value),
    }),
    count: t.expose('count', {
      type: 'BigInt',
      description: 'How often: pageviews, visits, visitors or events, as the name of the statistic says.',
    }),
  }),
});

export const StatConnection = builder.connectionObject(
  {
    type: StatRef,
    name: 'StatConnection',
    description: 'A page of the rows of a statistic.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of rows over all pages.',
        resolve: (page) => (page as unknown as StatResult).total,
      }),
      sum: t.field({
        type: 'BigInt',
        description: 'Sum of the counts of all rows over all pages.',
        resolve: (page) => (page as unknown as StatResult).sum,
      }),
    }),
  },
  { name: 'StatEdge', description: 'A row of a statistic and its place.' },
);
