import type { FieldErrors } from '../../errors.ts';

/** Fields whose names in REST and GraphQL differ by more than the case. */
const RENAMED: Record<string, string> = { per_page: 'first', website_id: 'websiteId' };

/** Converts the REST name of a field, as resolvers use it, to GraphQL: `exclude_ips` → `excludeIps`. */
export function graphqlName(name: string): string {
  return RENAMED[name] ?? name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Converts field names in error messages to GraphQL names. */
export function graphqlFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [graphqlName(name), messages]));
}
