import type { FieldErrors } from '../../errors.ts';
import { camelCase } from '../../validation/names.ts';

/** Fields whose names in REST and GraphQL differ by more than the case. */
const RENAMED: Record<string, string> = { per_page: 'first' };

/** Converts the REST name of a field, as resolvers use it, to GraphQL: `exclude_ips` → `excludeIps`. */
export function graphqlName(name: string): string {
  return RENAMED[name] ?? camelCase(name);
}

/** Converts field names in error messages to GraphQL names. */
export function graphqlFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [graphqlName(name), messages]));
}
