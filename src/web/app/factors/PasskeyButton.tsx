import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { askForPasskey } from './passkeys.ts';

interface Props {
  /** Asks the server for options; null if it refused, which the caller shows. */
  getOptions: () => Promise<string | null | undefined>;
  /** Sends the answer of the browser to the server. */
  onAnswer: (response: string) => Promise<unknown>;
  children: ReactNode;
}

/** A button that uses a passkey, with the reason if the person or the browser refused. */
export function PasskeyButton({ getOptions, onAnswer, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailed(false);
    const options = await getOptions();
    const response = options && (await askForPasskey('use', options).catch(() => null));
    if (response) await onAnswer(response);
    else if (options) setFailed(true);
    setBusy(false);
  };
  return (
    <div className="submit">
      <div className="row">
        <button type="button" className="button" disabled={busy} onClick={run}>
          <Fingerprint size={16} aria-hidden />
          {children}
        </button>
      </div>
      {failed && (
        <p className="error-text" role="alert">
          {t('passkey.notUsed')}
        </p>
      )}
    </div>
  );
}
