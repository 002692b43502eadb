import { graphql } from '../../gql/gql.ts';

/** The first rows of a statistic that contain a text. */
export const SearchDocument = graphql(`
  query StatisticsSearch(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $stat: StatName!
    $search: String
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
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
        stats(name: $stat, search: $search, first: 10) {
          ...Rows
          nodes {
            source
            previousCount(elapsed: true)
          }
        }
      }
    }
  }
`);

/** Pages and the hosts on which they were seen, those with the most pageviews first. */
export const HostsDocument = graphql(`
  query StatisticsHosts($id: ID!, $from: Date!, $to: Date!, $filter: FilterInput) {
    website(id: $id) {
      id
      period(from: $from, to: $to, filter: $filter) {
        breakdown(by: [PAGE, HOST], orderBy: { metric: PAGEVIEWS }, first: 100) {
          nodes {
            values {
              value
            }
          }
        }
      }
    }
  }
`);

/**
 * The rows of the cards in the compared period. They are read after the page, and only for the panels that
 * are shown: for all of them, the first view would wait twice as long.
 */
export const ChangesDocument = graphql(`
  query StatisticsChanges(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $sources: Panel!
    $content: Panel!
    $places: Panel!
    $systems: Panel!
    $events: Panel!
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
        sources: panel(name: $sources, first: 10) {
          ...Changes
        }
        content: panel(name: $content, first: 10) {
          ...Changes
        }
        places: panel(name: $places, first: 10) {
          ...Changes
        }
        systems: panel(name: $systems, first: 10) {
          ...Changes
        }
        events: panel(name: $events, first: 10) {
          ...Changes
        }
      }
    }
  }

  fragment Changes on StatConnection {
    nodes {
      value
      previousCount(elapsed: true)
    }
  }
`);
