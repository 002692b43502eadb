import { graphql } from '../../gql/gql.ts';

export const UnlockDocument = graphql(`
  mutation UnlockStatistics($input: UnlockStatisticsInput!) {
    unlockStatistics(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const UnlockLinkDocument = graphql(`
  mutation UnlockSharedLink($input: UnlockSharedLinkInput!) {
    unlockSharedLink(input: $input) {
      __typename
      ... on UnlockSharedLinkSuccess {
        unlocked {
          grant
        }
      }
      ...Refused
    }
  }
`);
