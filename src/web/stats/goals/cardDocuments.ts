import { graphql } from '../../gql/gql.ts';

/** The revenue of goals, and their results in the compared period. They are read after the page. */
export const GoalChangesDocument = graphql(`
  query StatisticsGoalChanges(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $first: Int!
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
        goals(first: $first) {
          goal {
            id
          }
          revenue {
            currency
            amount
          }
        }
        previous(elapsed: true) {
          goals(first: $first) {
            goal {
              id
            }
            conversions
          }
        }
      }
    }
  }
`);
