import { graphql } from '../../gql/gql.ts';

/** The goals of a website and their results; the page reads the first one itself. */
export const AllGoalsDocument = graphql(`
  query StatisticsGoals(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $first: Int!
  ) {
    website(trackingId: $trackingId) {
      id
      period(name: $name, from: $from, to: $to, filter: $filter) {
        goals(first: $first) {
          ...GoalRow
        }
      }
    }
  }
`);

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

/**
 * The numbers of a goal, or the revenue of all events, for the totals and, with `hasPoints`, the chart. They
 * are read after the page.
 */
export const GoalNumbersDocument = graphql(`
  query StatisticsGoalNumbers(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $by: Interval
    $byDays: Boolean = true
    $goal: ID! = ""
    $hasGoal: Boolean!
    $hasPoints: Boolean!
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
        ...GoalTotal
        ...GoalSeries @include(if: $hasPoints)
        previous(elapsed: true) {
          from
          to
          ...GoalTotal
        }
        compared: previous(elapsed: $byDays) @include(if: $hasPoints) {
          from
          to
          ...GoalSeries
        }
      }
    }
  }

  fragment GoalTotal on Period {
    goal(id: $goal) @include(if: $hasGoal) {
      ...GoalNumbers
    }
    revenue @skip(if: $hasGoal) {
      currency
      amount
    }
  }

  fragment GoalSeries on Period {
    series(by: $by) {
      interval
      points {
        at
        goal(id: $goal) @include(if: $hasGoal) {
          ...GoalNumbers
        }
        revenue @skip(if: $hasGoal) {
          currency
          amount
        }
      }
    }
  }

  fragment GoalNumbers on GoalResult {
    conversions
    conversionRate
    revenue {
      currency
      amount
    }
  }
`);

export const CreateGoalDocument = graphql(`
  mutation CreateGoal($input: CreateGoalInput!) {
    createGoal(input: $input) {
      __typename
      ... on CreateGoalSuccess {
        goal {
          id
          databaseId
        }
      }
      ...Refused
    }
  }
`);

export const UpdateGoalDocument = graphql(`
  mutation UpdateGoal($input: UpdateGoalInput!) {
    updateGoal(input: $input) {
      __typename
      ... on UpdateGoalSuccess {
        goal {
          id
        }
      }
      ...Refused
    }
  }
`);

export const DeleteGoalDocument = graphql(`
  mutation DeleteGoal($input: DeleteGoalInput!) {
    deleteGoal(input: $input) {
      __typename
      ... on DeleteGoalSuccess {
        goal {
          id
        }
      }
      ...Refused
    }
  }
`);
