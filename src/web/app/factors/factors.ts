import { graphql } from '../../gql/gql.ts';
import type { SecondFactorsQuery } from '../../gql/graphql.ts';

export const SECOND_FACTORS = graphql(`
  query SecondFactors {
    viewer {
      email
      recoveryCodesLeft
      secondFactors {
        id
        kind
        name
        createdAt
        lastUsedAt
      }
    }
  }
`);

export type SecondFactor = NonNullable<NonNullable<SecondFactorsQuery['viewer']>['secondFactors']>[number];
