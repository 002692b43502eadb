import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { builder } from './builder.ts';

function coerced<T>(rule: z.ZodType<T>, right: string) {
  return (value: unknown): T => {
    const result = rule.safeParse(value);
    if (result.success) return result.data;
    throw new GraphQLError(`Must be ${right}.`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
}

builder.scalarType('Date', {
  description: 'A day as year-month-day, for example `2026-11-21`. Which hours it has is up to a time zone.',
  serialize: (value) => value,
  parseValue: coerced(z.iso.date(), 'a date that exists, as year-month-day, for example 2026-11-21'),
});

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, in UTC, for example `2026-11-21T09:30:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: coerced(
    z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
    'a moment in ISO 8601, for example 2026-11-21T09:30:00Z',
  ),
});

builder.scalarType('BigInt', {
  description: 'A whole number of up to 64 bits, as a JSON number: counts outgrow the 32 bits of `Int`.',
  serialize: (value) => value,
  parseValue: coerced(z.int(), 'a whole number'),
});
