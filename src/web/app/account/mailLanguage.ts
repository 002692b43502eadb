import { useSyncExternalStore } from 'react';
import type { CombinedError } from 'urql';
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
          lacksSecondFactor
        }
      }
      ...Refused
    }
  }
`);

/** The name of a language in GraphQL, and back. */
export const toValue = (language: Language) => language.toUpperCase() as LanguageValue;
export const fromValue = (value: LanguageValue): Language => languageFrom(value.toLowerCase());

/** A change of the language of mails that the server did not make. */
interface Failure {
  /** The account. */
  email: string | null | undefined;
  language: Language;
  error: CombinedError;
}

// Outside of components: all of them are created anew when the page has another language.
let failure: Failure | null = null;
const FAILED = 'footfall:mail-language';

function subscribe(changed: () => void): () => void {
  addEventListener(FAILED, changed);
  return () => removeEventListener(FAILED, changed);
}

/** The language of mails to the session's account, the change of it, and the last change if it failed. */
export function useMailLanguage() {
  const { viewer, update } = useSession();
  const [{ fetching }, change] = useChange(CHANGE_LANGUAGE);
  const failed = useSyncExternalStore(subscribe, () => failure);
  const email = viewer?.email;
  /** Changes the language, and returns the server's answer. */
  const choose = async (language: Language) => {
    const answer = await change({ input: { language: toValue(language) } });
    failure = answer.error ? { email, language, error: answer.error } : null;
    dispatchEvent(new Event(FAILED));
    const result = answer.data?.changeLanguage;
    if (result?.__typename === 'ChangeLanguageSuccess') update(result.viewer);
    return answer;
  };
  return {
    language: fromValue(viewer?.language ?? 'EN'),
    choose,
    fetching,
    failed: failed?.email === email ? failed : null,
  };
}
