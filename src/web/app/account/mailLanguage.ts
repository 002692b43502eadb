import { type Language, languageFrom } from '../../../texts/languages.ts';
import { graphql } from '../../gql/gql.ts';
import type { Language as LanguageValue } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { useSession } from '../session.tsx';

const CHANGE_LANGUAGE = graphql(`
  mutation ChangeLanguage($input: ChangeLanguageInput!) {
    changeLanguage(input: $input) {
      __typename
      ... on ChangeLanguageSuccess {
        viewer {
          email
          language
        }
      }
      ...Refused
    }
  }
`);

/** The name of a language in GraphQL, and back. */
export const toValue = (language: Language) => language.toUpperCase() as LanguageValue;
export const fromValue = (value: LanguageValue): Language => languageFrom(value.toLowerCase());

/** The language of mails to the account of the session, and the change of it. */
export function useMailLanguage() {
  const { viewer, update } = useSession();
  const [{ fetching }, change] = useChange(CHANGE_LANGUAGE);
  /** Changes the language, and returns the server's answer. */
  const choose = async (language: Language) => {
    const answer = await change({ input: { language: toValue(language) } });
    const result = answer.data?.changeLanguage;
    if (result?.__typename === 'ChangeLanguageSuccess') update(result.viewer);
    return answer;
  };
  return { language: fromValue(viewer?.language ?? 'EN'), choose, fetching };
}
