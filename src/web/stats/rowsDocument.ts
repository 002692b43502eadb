import { graphql } from '../gql/gql.ts';

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
