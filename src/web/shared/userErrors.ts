import { graphql } from '../gql/gql.ts';
import type { RefusedFragment } from '../gql/graphql.ts';

/** What every mutation asks for, for the case that its input is at fault. */
graphql(`
  fragment Refused on UserErrors {
    errors {
      path
      message
    }
  }
`);

/** A mutation's answer to input that is at fault. */
export type Refusal = RefusedFragment & { __typename: 'UserErrors' };

export const isRefusal = (payload: object): payload is Refusal =>
  '__typename' in payload && payload.__typename === 'UserErrors';
