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

export const SaveSegmentDocument = graphql(`
  mutation SaveSegment($input: CreateSegmentInput!) {
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

export const DeleteSegmentDocument = graphql(`
  mutation DeleteSegment($input: DeleteSegmentInput!) {
    deleteSegment(input: $input) {
      __typename
      ...Refused
    }
  }
`);
