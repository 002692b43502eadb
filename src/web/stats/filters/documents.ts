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

/** Hosts that contain a text, those with the most pageviews first. They are no statistic. */
export const HostNamesDocument = graphql(`
  query StatisticsHostNames(
    $trackingId: String!
    $from: Date!
    $to: Date!
    $search: String
    $filter: FilterInput
  ) {
    website(trackingId: $trackingId) {
      id
      period(from: $from, to: $to, filter: $filter) {
        breakdown(by: [HOST], search: $search, first: 100) {
          nodes {
            values {
              value
              label
            }
            pageviews
          }
        }
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
