import type { FieldErrors } from '../../errors.ts';

/** Where REST and GraphQL differ by more than their spelling. */
const RENAMED: Record<string, string> = { per_page: 'first', website_id: 'websiteId' };

/** The GraphQL name of a field that the resolvers know by its REST name: `exclude_ips` → `excludeIps`. */
export function graphqlName(name: string): string {
  return RENAMED[name] ?? name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Messages by GraphQL names. */
export function graphqlFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [graphqlName(name), messages]));
}
