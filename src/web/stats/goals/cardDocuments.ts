import { graphql } from '../../gql/gql.ts';

/**
 * The number of goals whose revenue and compared results are read together: those of many more cost more
 * points than one operation of a viewer without an account may.
 */
export const PART = 10;

/** The revenue of some goals, and their conversions in the compared period. They are read after the page. */
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
    $offset: Int!
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
        goals(first: $first, offset: $offset) {
          goal {
            id
          }
          revenue {
            currency
            amount
          }
        }
        previous(elapsed: true) {
          goals(first: $first, offset: $offset) {
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
