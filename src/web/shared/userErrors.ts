import { graphql } from '../gql/gql.ts';
import type { RefusedFragment } from '../gql/graphql.ts';

/** The fields that every mutation requests in case its input is invalid. */
graphql(`
  fragment Refused on UserErrors {
    errors {
      path
      message
    }
  }
`);

/** The payload of a mutation whose input was invalid. */
export type Refusal = RefusedFragment & { __typename: 'UserErrors' };

export const isRefusal = (payload: object): payload is Refusal =>
  '__typename' in payload && payload.__typename === 'UserErrors';
