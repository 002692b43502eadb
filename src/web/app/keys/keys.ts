import { graphql } from '../../gql/gql.ts';
import type { ApiKeysQuery, Scope } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';

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

export const SCOPES: readonly Scope[] = ['STATS_READ', 'WEBSITES_READ', 'WEBSITES_WRITE', 'MEMBERS_WRITE'];

/** The scopes of a key as text. */
export const scopesInWords = (scopes: readonly Scope[]) =>
  scopes.length === SCOPES.length
    ? t('keys.all')
    : SCOPES.filter((scope) => scopes.includes(scope))
        .map((scope) => t(`keys.scope.${scope}`))
        .join('; ');

/** The status of a key. */
export function statusOf({ revokedAt, expiresAt }: Key): 'revoked' | 'expired' | 'active' {
  if (revokedAt) return 'revoked';
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}
