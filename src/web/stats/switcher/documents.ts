import { graphql } from '../../gql/gql.ts';

/** The websites of the team whose address contains a text. */
export const SwitcherDocument = graphql(`
  query SwitcherWebsites($search: String) {
    websites(search: $search, first: 20) {
      totalCount
      nodes {
        id
        domain
        trackingId
      }
    }
  }
`);
