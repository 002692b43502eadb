import { graphql } from '../../../gql/gql.ts';
import type { SharedLinkFieldsFragment, SharedLinksFragment } from '../../../gql/graphql.ts';
import { dayOf, momentOf } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';

/** The shared links of a website, and what they can be limited to. Part of the website's operation. */
graphql(`
  fragment SharedLinks on Website {
    segments {
      id
      name
    }
    sharedLinks {
      ...SharedLinkFields
    }
  }

  fragment SharedLinkFields on SharedLink {
    id
    name
    url
    hasPassword
    segment {
      id
      name
    }
    panels
    expiresAt
    lastUsedAt
  }
`);

export type SharedLink = SharedLinkFieldsFragment;
export type Segments = NonNullable<SharedLinksFragment['segments']>;

// The website in the results makes the page read its links again.
export const CREATE = graphql(`
  mutation CreateSharedLink($input: CreateSharedLinkInput!) {
    createSharedLink(input: $input) {
      __typename
      ... on CreateSharedLinkSuccess {
        sharedLink {
          name
          website {
            id
          }
        }
      }
      ...Refused
    }
  }
`);

export const UPDATE = graphql(`
  mutation UpdateSharedLink($input: UpdateSharedLinkInput!) {
    updateSharedLink(input: $input) {
      __typename
      ... on UpdateSharedLinkSuccess {
        sharedLink {
          name
          website {
            id
          }
        }
      }
      ...Refused
    }
  }
`);

export const DELETE = graphql(`
  mutation DeleteSharedLink($input: DeleteSharedLinkInput!) {
    deleteSharedLink(input: $input) {
      __typename
      ... on DeleteSharedLinkSuccess {
        sharedLink {
          website {
            id
          }
        }
      }
      ...Refused
    }
  }
`);

export const EMBED = graphql(`
  query EmbedCode($id: ID!, $theme: EmbedTheme!, $language: Language) {
    node(id: $id) {
      ... on SharedLink {
        id
        embedCode(theme: $theme, language: $language)
      }
      ... on Website {
        id
        embedCode(theme: $theme, language: $language)
      }
    }
  }
`);

export const isExpired = ({ expiresAt }: Pick<SharedLink, 'expiresAt'>) =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Describes what a link shows, and how long. */
export function linkInWords({ segment, panels, expiresAt, lastUsedAt }: SharedLink): string[] {
  return [
    panels === null ? t('links.shows.all') : t('links.shows.some', { count: panels.length }),
    segment ? t('links.segment', { name: segment.name }) : t('links.allVisits'),
    expiresAt === null
      ? t('links.forever')
      : t(isExpired({ expiresAt }) ? 'links.expiredOn' : 'links.worksUntil', { day: dayOf(expiresAt) }),
    lastUsedAt === null ? t('links.neverUsed') : t('links.lastUsed', { moment: momentOf(lastUsedAt) }),
  ];
}
