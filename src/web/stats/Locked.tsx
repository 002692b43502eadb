import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { explain, useChange } from '../shared/client.ts';
import { t } from '../shared/i18n/t.ts';
import { Notice } from '../shared/Notice.tsx';
import { isRefusal, refusalInWords } from '../shared/userErrors.ts';
import { keepGrant } from './link/sharedLink.ts';
import { UnlockDocument, UnlockLinkDocument } from './link/unlockDocuments.ts';

interface Props {
  trackingId: string;
  /** The token of the shared link; null for the page itself. */
  token: string | null;
  onOpen: () => void;
}

/** Asks for the password of the statistics page, or of the shared link. */
export default function Locked({ trackingId, token, onOpen }: Props) {
  const [page, unlockPage] = useChange(UnlockDocument);
  const [link, unlockLink] = useChange(UnlockLinkDocument);
  const [problem, setProblem] = useState('');
  const fetching = page.fetching || link.fetching;

  async function unlock(password: string) {
    if (token === null) {
      const { data, error } = await unlockPage({ input: { trackingId, password } });
      return { answer: data?.unlockStatistics, error };
    }
    const { data, error } = await unlockLink({ input: { token, password } });
    const answer = data?.unlockSharedLink;
    if (answer?.__typename === 'UnlockSharedLinkSuccess') keepGrant(answer.unlocked.grant);
    return { answer, error };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const { answer, error } = await unlock(password);
    if (error) setProblem(explain(error));
    else if (answer && isRefusal(answer)) setProblem(refusalInWords(answer));
    else onOpen();
  }

  return (
    <Notice
      icon={Lock}
      title={t('locked.title')}
      lead={token === null ? t('locked.browser') : t('locked.tab')}
    >
      <form className="notice-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="password">{t('locked.password')}</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={128}
            required
            aria-invalid={problem !== ''}
            aria-describedby="password-problem"
          />
          <p id="password-problem" className="error" role="alert">
            {problem}
          </p>
        </div>
        <button type="submit" className="button primary" disabled={fetching}>
          {fetching ? t('locked.busy') : t('locked.submit')}
        </button>
      </form>
    </Notice>
  );
}
