import { graphql } from '../gql/gql.ts';

/**
 * All data that the page shows at first, in one operation. Reads up to 100 countries, because the map colors
 * them. The points of the chart have visitors and pageviews, and the other metrics with `allMetrics`. By hour
 * those are counted from the hits, and while days of an earlier version are being counted they fail. A panel
 * is null if the shared link of the page does not show it.
 */
export const PageDocument = graphql(`
  query StatisticsPage(
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
    $allMetrics: Boolean = false
    $segment: ID! = ""
    $hasSegment: Boolean! = false
  ) {
    statisticsAccess(trackingId: $trackingId)
    sharedView {
      segment
      panels
    }
    viewer {
      email
    }
    chosen: node(id: $segment) @include(if: $hasSegment) {
      __typename
      ... on Segment {
        id
        name
        filter
      }
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
      # Null unless the viewer is in the team of the website.
      owned: excludeBots
      recordedSince
      # Null unless the viewer is in the team of the website.
      lastHitAt
      # Whether there are funnels. Their numbers are read after the page.
      shownFunnels(first: 1) {
        id
      }
      # Without the filter, which would be one more question.
      unfiltered: period(name: $name, from: $from, to: $to) {
        hosts
      }
      period(
        name: $name
        from: $from
        to: $to
        filter: $filter
        compare: $compare
        compareFrom: $compareFrom
        compareTo: $compareTo
      ) {
        ...Counted
        ...Charted
        previous(elapsed: true) {
          untilHour
          ...Counted
        }
        compared: previous(elapsed: $byDays) {
          from
          to
          untilHour
          ...Charted
        }
        imported {
          from
          to
          labels
          # Whether only daily sums are known.
          omitted
        }
        annotations {
          id
          day
          text
          public
        }
        # Whether there are goals. The others are read after the page, which would cost too much with them.
        goals(first: 1) {
          ...GoalRow
        }
        PAGE: panel(name: PAGE, first: 10) {
          ...Rows
        }
        LANDING_PAGE: panel(name: LANDING_PAGE, first: 10) {
          ...Rows
        }
        REFERRER: panel(name: REFERRER, first: 10) {
          ...Rows
          nodes {
            source
          }
        }
        CAMPAIGN: panel(name: CAMPAIGN, first: 10) {
          ...Rows
        }
        EXIT_PAGE: panel(name: EXIT_PAGE, first: 10) {
          ...Rows
        }
        SOURCE: panel(name: SOURCE, first: 10) {
          ...Rows
        }
        CHANNEL: panel(name: CHANNEL, first: 10) {
          ...Rows
        }
        UTM_SOURCE: panel(name: UTM_SOURCE, first: 10) {
          ...Rows
        }
        UTM_MEDIUM: panel(name: UTM_MEDIUM, first: 10) {
          ...Rows
        }
        UTM_TERM: panel(name: UTM_TERM, first: 10) {
          ...Rows
        }
        UTM_CONTENT: panel(name: UTM_CONTENT, first: 10) {
          ...Rows
        }
        COUNTRY: panel(name: COUNTRY, first: 100) {
          ...Rows
        }
        CITY: panel(name: CITY, first: 10) {
          ...Rows
        }
        CONTINENT: panel(name: CONTINENT, first: 10) {
          ...Rows
        }
        LANGUAGE: panel(name: LANGUAGE, first: 10) {
          ...Rows
        }
        BROWSER: panel(name: BROWSER, first: 10) {
          ...Rows
        }
        OS: panel(name: OS, first: 10) {
          ...Rows
        }
        DEVICE: panel(name: DEVICE, first: 10) {
          ...Rows
        }
        RESOLUTION: panel(name: RESOLUTION, first: 10) {
          ...Rows
        }
        EVENT: panel(name: EVENT, first: 10) {
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
  }

  fragment Charted on Period {
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

/** A goal and its results. */
graphql(`
  fragment GoalRow on GoalResult {
    goal {
      id
      databaseId
      name
      filter
    }
    conversions
    visitors
    conversionRate
  }
`);
