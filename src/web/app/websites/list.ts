import { graphql } from '../../gql/gql.ts';
import type { WebsitesQuery } from '../../gql/graphql.ts';

/** All data of the table of websites, in one operation. */
export const WEBSITES = graphql(`
  query Websites($search: String, $after: String) {
    websites(search: $search, after: $after, first: 20) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        databaseId
        domain
        url
        trackingId
        privacy
        recordedSince
        period(name: LAST_30_DAYS) {
          visitors
          pageviews
          previous {
            visitors
            pageviews
          }
          series {
            points {
              at
              visitors
            }
          }
        }
      }
    }
  }
`);

export type WebsiteOfList = WebsitesQuery['websites']['nodes'][number];

/** Short labels of the privacy settings. */
export const PRIVACY = { PUBLIC: 'Public', PRIVATE: 'Private', PASSWORD: 'Password-protected' } as const;
