import { KeyRound } from 'lucide-react';
import { graphql } from '../../gql/gql.ts';
import type { SingleSignOnPurpose } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { useForm } from '../forms/useForm.ts';
import type { Provider } from './queries.ts';
import './signOn.css';

const START = graphql(`
  mutation StartSingleSignOn($input: StartSingleSignOnInput!) {
    startSingleSignOn(input: $input) {
      __typename
      ... on StartSingleSignOnSuccess {
        url
      }
      ...Refused
    }
  }
`);

interface Props {
  providers: readonly Provider[];
  purpose: SingleSignOnPurpose;
  /** Returns the text of a button. */
  text: (provider: Provider) => string;
  /** The token of an invitation that is accepted. */
  invitation?: string;
  /** The path to return to. */
  next?: string | null;
  /** Called if the session must be confirmed first. Calling `again` repeats the attempt. */
  onConfirm?: (again: () => void) => void;
}

/** A button for each identity provider, which leads to the provider. */
export function SignOnButtons({ providers, purpose, text, invitation, next, onConfirm }: Props) {
  const [, start] = useChange(START);
  const { busy, problem, send } = useForm();
  const go = async (provider: string) => {
    const done = await send(start({ input: { provider, purpose, invitation, next } }));
    if (done?.__typename === 'ConfirmationRequired') onConfirm?.(() => go(provider));
    if (done?.__typename === 'StartSingleSignOnSuccess') location.assign(done.url);
  };
  if (providers.length === 0) return null;
  return (
    <div className="submit">
      <div className="sign-on">
        {providers.map((provider) => (
          <button
            key={provider.name}
            type="button"
            className="button"
            disabled={busy}
            onClick={() => go(provider.name)}
          >
            <KeyRound size={16} aria-hidden />
            {text(provider)}
          </button>
        ))}
      </div>
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
