import { expect, test } from '@jest/globals';
import { parseConditions } from '../../../src/transfer/forget/conditions.ts';

test.each([
  [{}, { forget: ['Needs at least one of --before, --path, --country and --property.'] }],
  [{ before: '2026-13-01' }, { before: ['Must be a valid date, for example 2026-11-21.'] }],
  [{ country: 'Germany' }, { country: ['Must be a code of two letters, for example DE.'] }],
])('refuses %j', (args, fields) => {
  expect(() => parseConditions(args)).toThrow(
    expect.objectContaining({ details: { fields } }) as unknown as Error,
  );
});
