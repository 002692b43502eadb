import { graphql } from '../gql/gql.ts';

/**
 * All data that the page shows at first, in one operation. Reads up to 100 countries, because the map colors
 * them. The points of the chart have visitors and pageviews, and the other metrics with `allMetrics`. By hour
 * those are counted from the hits, and while days of an earlier version are being counted they fail.
 */
export const PageDocument = graphql(`
  query StatisticsPage(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $by: Interval
    $allMetrics: Boolean = false
  ) {
    statisticsAccess(trackingId: $trackingId)
    viewer {
      email
    }
    website(trackingId: $trackingId) {
      id
      databaseId
      domain
      url
      timezone
      today
      hour
      hideBelow
      recordedSince
      period(name: $name, from: $from, to: $to, filter: $filter) {
        ...Counted
        previous {
          ...Counted
        }
        PAGE: stats(name: PAGE, first: 10) {
          ...Rows
        }
        LANDING_PAGE: stats(name: LANDING_PAGE, first: 10) {
          ...Rows
        }
        REFERRER: stats(name: REFERRER, first: 10) {
          ...Rows
        }
        CAMPAIGN: stats(name: CAMPAIGN, first: 10) {
          ...Rows
        }
        EXIT_PAGE: stats(name: EXIT_PAGE, first: 10) {
          ...Rows
        }
        SOURCE: stats(name: SOURCE, first: 10) {
          ...Rows
        }
        CHANNEL: stats(name: CHANNEL, first: 10) {
          ...Rows
        }
        UTM_SOURCE: stats(name: UTM_SOURCE, first: 10) {
          ...Rows
        }
        UTM_MEDIUM: stats(name: UTM_MEDIUM, first: 10) {
          ...Rows
        }
        UTM_TERM: stats(name: UTM_TERM, first: 10) {
          ...Rows
        }
        UTM_CONTENT: stats(name: UTM_CONTENT, first: 10) {
          ...Rows
        }
        COUNTRY: stats(name: COUNTRY, first: 100) {
          ...Rows
        }
        CITY: stats(name: CITY, first: 10) {
          ...Rows
        }
        CONTINENT: stats(name: CONTINENT, first: 10) {
          ...Rows
        }
        LANGUAGE: stats(name: LANGUAGE, first: 10) {
          ...Rows
        }
        BROWSER: stats(name: BROWSER, first: 10) {
          ...Rows
        }
        OS: stats(name: OS, first: 10) {
          ...Rows
        }
        DEVICE: stats(name: DEVICE, first: 10) {
          ...Rows
        }
        RESOLUTION: stats(name: RESOLUTION, first: 10) {
          ...Rows
        }
        EVENT: stats(name: EVENT, first: 10) {
          ...Rows
        }
      }
    }
  }

  fragment Counted on Period {
    from
    to
    visitors
    visits
    pageviews
    viewsPerVisit
    bounceRate
    visitDuration
    events
    series(by: $by) {
      interval
      points {
        at
        visitors
        pageviews
        ... @include(if: $allMetrics) {
          visits
          viewsPerVisit
          bounceRate
          visitDuration
          events
        }
      }
    }
  }

  fragment Rows on StatConnection {
    totalCount
    sum
    nodes {
      value
      label
      count
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
`);

/** One page of the rows of a statistic. */
export const RowsDocument = graphql(`
  query StatisticsRows(
    $trackingId: String!
    $from: Date!
    $to: Date!
    $name: StatName!
    $search: String
    $sort: StatSort
    $after: String
    $filter: FilterInput
  ) {
    website(trackingId: $trackingId) {
      id
      period(from: $from, to: $to, filter: $filter) {
        stats(name: $name, search: $search, sort: $sort, first: 100, after: $after) {
          ...Rows
        }
      }
    }
  }
`);

export const UnlockDocument = graphql(`
  mutation UnlockStatistics($input: UnlockStatisticsInput!) {
    unlockStatistics(input: $input) {
      __typename
      ...Refused
    }
  }
`);
