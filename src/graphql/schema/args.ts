import type { builder } from './builder.ts';

/** The builder of a field, of which arguments need only this. */
export type ArgBuilder = { arg: Parameters<NonNullable<Parameters<typeof builder.queryField>[1]>>[0]['arg'] };

/** The arguments of a range of days. */
export const rangeArgs = ({ arg }: ArgBuilder) => ({
  from: arg({
    type: 'Date',
    required: true,
    description: 'First day of the range, in the website’s time zone.',
  }),
  to: arg({ type: 'Date', required: true, description: 'Last day of the range, inclusive.' }),
});
