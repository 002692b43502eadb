import { useEffect, useState } from 'react';
import { agoInWords, momentOf } from './i18n/format.ts';
import { t } from './i18n/t.ts';

const MINUTE_MS = 60_000;

/** Says how long ago the latest hit of a website was counted, and goes on with the time. */
export function LastHit({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={momentOf(at)}>
      {t('lastHit.ago', { ago: agoInWords(at, now) })}
    </time>
  );
}
