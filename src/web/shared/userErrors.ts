import { graphql } from '../gql/gql.ts';
import type { RefusedFragment } from '../gql/graphql.ts';
import { serverText } from './i18n/serverTexts.ts';

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

/** An error in the input in the language of the page; as the server sent it if there is no text for it. */
export const errorInWords = (message: string): string => serverText(message) ?? message;

/** All errors of a refused input as one text. */
export const refusalInWords = ({ errors }: Refusal): string =>
  errors.map(({ message }) => errorInWords(message)).join(' ');
