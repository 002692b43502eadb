import { graphql } from '../../gql/gql.ts';

/** The segments of a website; null unless the viewer owns it. */
export const SegmentsDocument = graphql(`
  query StatisticsSegments($trackingId: String!) {
    website(trackingId: $trackingId) {
      id
      segments {
        id
        name
        filter
      }
    }
  }
`);

/**
 * Values of a dimension that is no statistic: of hosts, and of a property. Those that contain a text, by
 * default with the most visitors first.
 */
export const ValuesDocument = graphql(`
  query StatisticsValues(
    $trackingId: String!
    $from: Date!
    $to: Date!
    $by: Dimension!
    $property: String
    $search: String
    $filter: FilterInput
    $orderBy: BreakdownOrder
  ) {
    website(trackingId: $trackingId) {
      id
      period(from: $from, to: $to, filter: $filter) {
        breakdown(by: [$by], property: $property, search: $search, orderBy: $orderBy, first: 100) {
          totalCount
          nodes {
            values {
              value
              label
            }
            pageviews
            events
            visitors
          }
        }
      }
    }
  }
`);

/** The names of the properties of events and pageviews, for lists to choose from. */
export const PropertyNamesDocument = graphql(`
  query StatisticsPropertyNames($trackingId: String!, $from: Date!, $to: Date!) {
    website(trackingId: $trackingId) {
      id
      events(from: $from, to: $to) {
        properties {
          name
        }
      }
      pageProperties(from: $from, to: $to) {
        name
      }
    }
  }
`);

export const CreateSegmentDocument = graphql(`
  mutation CreateSegment($input: CreateSegmentInput!) {
    createSegment(input: $input) {
      __typename
      ... on CreateSegmentSuccess {
        segment {
          id
          name
        }
      }
      ...Refused
    }
  }
`);

export const UpdateSegmentDocument = graphql(`
  mutation UpdateSegment($input: UpdateSegmentInput!) {
    updateSegment(input: $input) {
      __typename
      ... on UpdateSegmentSuccess {
        segment {
          id
          name
          filter
        }
      }
      ...Refused
    }
  }
`);

export const DeleteSegmentDocument = graphql(`
  mutation DeleteSegment($input: DeleteSegmentInput!) {
    deleteSegment(input: $input) {
      __typename
      ... on DeleteSegmentSuccess {
        segment {
          id
        }
      }
      ...Refused
    }
  }
`);
