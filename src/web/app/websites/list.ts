import { graphql } from '../../gql/gql.ts';
import type { WebsitesQuery } from '../../gql/graphql.ts';

/** The number of websites on a page of the table. */
export const PAGE_ROWS = 50;

/**
 * All data of a page of the table, in one operation. The first page reads the totals as well. `account` is an
 * alias because more websites than can be summed are an error of that field alone. A period that is not over
 * is compared with the part that has elapsed in the website's time zone. Days are compared with the same
 * weekdays, as on the page of the statistics.
 */
export const WEBSITES = graphql(`
  query Websites(
    $search: String
    $sort: SortOrder
    $orderBy: WebsiteOrder
    $after: String
    $period: PeriodName!
    $compare: Comparison!
    $totals: Boolean!
  ) {
    account: viewer @include(if: $totals) {
      period(name: $period, compare: $compare) {
        websites
        visitors
        visits
        pageviews
        bounceRate
        previous(elapsed: true) {
          visitors
          visits
          pageviews
          bounceRate
        }
      }
    }
    websites(search: $search, sort: $sort, orderBy: $orderBy, after: $after, first: 50) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        databaseId
        domain
        trackingId
        privacy
        recordedSince
        hour
        period(name: $period, compare: $compare) {
          visitors
          visits
          pageviews
          bounceRate
          previous(elapsed: true) {
            from
            visitors
            visits
            pageviews
            bounceRate
          }
          series {
            interval
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

/** The totals over all websites of the team. */
export type Totals = NonNullable<WebsitesQuery['account']>['period'];
