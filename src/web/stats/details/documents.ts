import { graphql } from '../../gql/gql.ts';

/** One page of the rows of the details: all metrics by one or two dimensions. */
export const DetailsDocument = graphql(`
  query StatisticsDetails(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $by: [Dimension!]!
    $orderBy: BreakdownOrder!
    $search: String
    $after: String
    $goal: ID! = ""
    $hasGoal: Boolean! = false
    $hasRevenue: Boolean! = false
  ) {
    website(trackingId: $trackingId) {
      id
      period(
        name: $name
        from: $from
        to: $to
        filter: $filter
        compare: $compare
        compareFrom: $compareFrom
        compareTo: $compareTo
      ) {
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
            goal(id: $goal) @include(if: $hasGoal) {
              ...GoalNumbers
            }
            revenue @include(if: $hasRevenue) {
              currency
              amount
            }
            previous(elapsed: true) {
              visitors
              visits
              pageviews
              events
            }
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
