import type { CombinedError } from 'urql';
import { explain } from './client.ts';

/** What is shown in the place of a part that could not be read, with another try. */
export function Problem({ error, retry }: { error: CombinedError; retry: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{explain(error)}</p>
      <button type="button" className="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
