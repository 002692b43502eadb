import { graphql } from '../../gql/gql.ts';
import type { ApiKeysQuery, Scope } from '../../gql/graphql.ts';

/** The account's keys, and the websites that one can be bound to. */
export const KEYS = graphql(`
  query ApiKeys {
    viewer {
      email
      apiKeys {
        id
        name
        scopes
        website {
          id
          domain
        }
        createdAt
        expiresAt
        lastUsedAt
        revokedAt
      }
    }
    websites(first: 100) {
      nodes {
        id
        databaseId
        domain
      }
    }
  }
`);

export type Key = NonNullable<NonNullable<ApiKeysQuery['viewer']>['apiKeys']>[number];
export type WebsiteOfKey = ApiKeysQuery['websites']['nodes'][number];

export const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'STATS_READ', label: 'Read statistics' },
  { value: 'WEBSITES_READ', label: 'List and show websites' },
  { value: 'WEBSITES_WRITE', label: 'Add, change and delete websites' },
];

/** What a key may do, in words. */
export const scopesInWords = (scopes: readonly Scope[]) =>
  scopes.length === SCOPES.length
    ? 'Everything'
    : SCOPES.filter(({ value }) => scopes.includes(value))
        .map(({ label }) => label)
        .join('; ');

/** Whether a key still works. */
export function statusOf({ revokedAt, expiresAt }: Key): 'Revoked' | 'Expired' | 'Active' {
  if (revokedAt) return 'Revoked';
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'Expired' : 'Active';
}
