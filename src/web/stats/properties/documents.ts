import { graphql } from '../../gql/gql.ts';

/** The properties of events and pageviews, with their most frequent values. */
export const PropertiesDocument = graphql(`
  query StatisticsProperties($trackingId: String!, $from: Date!, $to: Date!) {
    website(trackingId: $trackingId) {
      id
      events(from: $from, to: $to) {
        name
        properties {
          name
          values
        }
      }
      pageProperties(from: $from, to: $to) {
        name
        values
      }
    }
  }
`);
