import { graphql } from '../../gql/gql.ts';
import type { ApiKeysQuery, Scope } from '../../gql/graphql.ts';

/** The account's API keys, and the websites that a key can be restricted to. */
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

/** The scopes of a key as text. */
export const scopesInWords = (scopes: readonly Scope[]) =>
  scopes.length === SCOPES.length
    ? 'All'
    : SCOPES.filter(({ value }) => scopes.includes(value))
        .map(({ label }) => label)
        .join('; ');

/** The status of a key. */
export function statusOf({ revokedAt, expiresAt }: Key): 'Revoked' | 'Expired' | 'Active' {
  if (revokedAt) return 'Revoked';
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'Expired' : 'Active';
}
