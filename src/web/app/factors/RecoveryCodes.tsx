import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { download } from '../../shared/download.ts';
import { t } from '../../shared/i18n/t.ts';
import { Code } from '../forms/Code.tsx';

/** New recovery codes, which are shown only this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className="form">
      <h3 ref={heading} tabIndex={-1}>
        {t('recovery.title')}
      </h3>
      <p>{t('recovery.hint')}</p>
      <Code text={text} what="codes" />
      <div className="row">
        <button type="button" className="button primary" onClick={onDone}>
          {t('recovery.saved')}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t('recovery.downloadAll')}
          onClick={() => download('footfall-recovery-codes.txt', 'text/plain', `${text}\n`)}
        >
          <Download size={16} aria-hidden />
          {t('recovery.download')}
        </button>
      </div>
    </div>
  );
}
