import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { explain, useChange } from '../shared/client.ts';
import { isRefusal } from '../shared/userErrors.ts';
import { UnlockDocument } from './documents.ts';
import './notice.css';

/** Asks for the password of the statistics page. */
export default function Locked({ trackingId, onOpen }: { trackingId: string; onOpen: () => void }) {
  const [{ fetching }, unlock] = useChange(UnlockDocument);
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const { data, error } = await unlock({ input: { trackingId, password } });
    const answer = data?.unlockStatistics;
    if (error) setProblem(explain(error));
    else if (answer && isRefusal(answer)) setProblem(answer.errors.map(({ message }) => message).join(' '));
    else onOpen();
  }

  return (
    <main className="notice">
      <form className="card notice-card" onSubmit={submit}>
        <Lock size={28} aria-hidden />
        <h1>These statistics are password-protected</h1>
        <p className="quiet">
          Ask the person who shared the link for the password. This browser then stays unlocked for 24 hours.
        </p>
        <div className="field">
          <label htmlFor="password">Password</label>
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
          {fetching ? 'Checking…' : 'View statistics'}
        </button>
      </form>
    </main>
  );
}
