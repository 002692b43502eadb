import { graphql } from '../../gql/gql.ts';
import type { Steps } from './journeyAddress.ts';

/**
 * Nodes below one node, by the number of steps: an operation of a viewer without an account may have some
 * 1,500 in all.
 */
export const NODES: Readonly<Record<Steps, number>> = { 2: 10, 3: 10, 4: 5, 5: 3 };

/**
 * Journeys as a tree. Each level can have `first` times the nodes of the one before. Levels that are not
 * shown are not selected, because they would cost as much.
 */
export const JourneysDocument = graphql(`
  query StatisticsJourneys(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $start: FilterInput
    $end: FilterInput
    $steps: Int!
    $first: Int!
    $third: Boolean!
    $fourth: Boolean!
    $fifth: Boolean!
  ) {
    website(trackingId: $trackingId) {
      id
      period(name: $name, from: $from, to: $to, filter: $filter) {
        ...Journeys
      }
    }
  }

  fragment Journeys on Period {
    journeys(start: $start, end: $end, steps: $steps, first: $first) {
      ...JourneyStep
      children {
        ...JourneyStep
        children @include(if: $third) {
          ...JourneyStep
          children @include(if: $fourth) {
            ...JourneyStep
            children @include(if: $fifth) {
              ...JourneyStep
            }
          }
        }
      }
    }
  }

  fragment JourneyStep on JourneyNode {
    visits
    values {
      dimension
      value
      label
    }
  }
`);

/** The journeys of the compared period. They are read after those of the period. */
export const JourneysBeforeDocument = graphql(`
  query StatisticsJourneysBefore(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $start: FilterInput
    $end: FilterInput
    $steps: Int!
    $first: Int!
    $third: Boolean!
    $fourth: Boolean!
    $fifth: Boolean!
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
        previous(elapsed: true) {
          ...Journeys
        }
      }
    }
  }
`);
