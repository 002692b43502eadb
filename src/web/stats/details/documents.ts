import { graphql } from '../../gql/gql.ts';

/** One page of the rows of the details: all metrics by one or two dimensions. */
export const DetailsDocument = graphql(`
  query StatisticsDetails(
    $trackingId: String!
    $from: Date!
    $to: Date!
    $filter: FilterInput
    $by: [Dimension!]!
    $orderBy: BreakdownOrder!
    $search: String
    $after: String
  ) {
    website(trackingId: $trackingId) {
      id
      period(from: $from, to: $to, filter: $filter) {
        breakdown(by: $by, orderBy: $orderBy, search: $search, first: 100, after: $after) {
          totalCount
          nodes {
            values {
              value
              label
              source
            }
            visitors
            visits
            pageviews
            viewsPerVisit
            bounceRate
            visitDuration
            events
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  }
`);
