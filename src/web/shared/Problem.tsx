import type { CombinedError } from 'urql';
import { explain } from './client.ts';
import { t } from './i18n/t.ts';

/** Shown in place of a part that could not be loaded, with a button to retry. */
export function Problem({ error, retry }: { error: CombinedError; retry: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{explain(error)}</p>
      <button type="button" className="button" onClick={retry}>
        {t('button.retry')}
      </button>
    </div>
  );
}
