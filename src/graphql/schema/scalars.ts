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
  description: 'A day as year-month-day, for example `2026-11-21`. Its hours depend on the time zone.',
  serialize: (value) => value,
  parseValue: coerced(z.iso.date(), 'a valid date, for example 2026-11-21'),
});

builder.scalarType('DateTime', {
  description: 'A point in time in ISO 8601 and UTC, for example `2026-11-21T09:30:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: coerced(
    z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
    'a date and time in ISO 8601, for example 2026-11-21T09:30:00Z',
  ),
});

builder.scalarType('BigInt', {
  description:
    'An integer of up to 64 bits, as a JSON number, because counts can exceed the 32 bits of `Int`.',
  serialize: (value) => value,
  parseValue: coerced(z.int(), 'a whole number'),
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, for example `49.90`.',
  serialize: (value) => value,
});
