import { graphql } from '../../gql/gql.ts';

/** The number of goals that are read after the page, and that of *Show all goals*. */
export const SHOWN = { first: 10, all: 100 } as const;

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

/**
 * The points of the compared period. Together with those of the period, they can cost more than one operation
 * of a viewer without an account may.
 */
export const GoalComparedDocument = graphql(`
  query StatisticsGoalCompared(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $by: Interval
    $byDays: Boolean
    $goal: ID! = ""
    $hasGoal: Boolean!
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
        compared: previous(elapsed: $byDays) {
          from
          to
          ...GoalSeries
        }
      }
    }
  }
`);
