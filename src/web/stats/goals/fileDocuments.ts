import { graphql } from '../../gql/gql.ts';

/** All numbers of some goals, and those of the compared period. */
export const GoalFileDocument = graphql(`
  query StatisticsGoalFile(
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
        from
        to
        goals(first: $first, offset: $offset) {
          ...GoalFileRow
        }
        previous(elapsed: true) {
          goals(first: $first, offset: $offset) {
            ...GoalFileRow
          }
        }
      }
    }
  }

  fragment GoalFileRow on GoalResult {
    goal {
      id
      name
    }
    conversions
    visitors
    conversionRate
    revenue {
      currency
      amount
    }
  }
`);
