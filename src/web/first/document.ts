import { graphql } from '../gql/gql.ts';

/** What the first view of a statistics page shows of a website: the totals of its period. */
export const FirstDocument = graphql(`
  query FirstView(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
  ) {
    website(trackingId: $trackingId) {
      domain
      today
      hour
      recordedSince
      lastHitAt
      period(
        name: $name
        from: $from
        to: $to
        compare: $compare
        compareFrom: $compareFrom
        compareTo: $compareTo
      ) {
        ...Counted
        previous(elapsed: true) {
          untilHour
          ...Counted
        }
      }
    }
  }
`);
