import { graphql } from '../../gql/gql.ts';

/** The first rows of a statistic that contain a text. */
export const SearchDocument = graphql(`
  query StatisticsSearch(
    $trackingId: String!
    $from: Date!
    $to: Date!
    $name: StatName!
    $search: String
    $filter: FilterInput
  ) {
    website(trackingId: $trackingId) {
      id
      period(from: $from, to: $to, filter: $filter) {
        stats(name: $name, search: $search, first: 10) {
          ...Rows
          nodes {
            source
          }
        }
      }
    }
  }
`);
