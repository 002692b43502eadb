import { CircleAlert, CircleCheck, ExternalLink, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { daysInWords } from '../../shared/i18n/format.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { LastHit } from '../../shared/LastHit.tsx';
import { DROP_REASONS } from './dropReasons.ts';
import { scriptAddress } from './recipes.ts';
import { useArrivals } from './useArrivals.ts';
import type { Website } from './website.ts';

/** The timeout of a check. A page sends its hit much earlier. */
const CHECK_MS = 10_000;

/**
 * Shows whether hits arrive. While none has been counted, shows possible causes, and offers a check in this
 * browser.
 */
export function FirstHit({ website }: { website: Website }) {
  const { id, url, domain, trackingId, period } = website;
  const { since, last, dropped } = useArrivals(id, period.from, period.to);
  const { checks, isOver, begin } = useCheck();
  const first = since ?? website.recordedSince;
  if (first)
    return (
      <div role="status" className="first-hit first-hit-came">
        <CircleCheck size={20} aria-hidden />
        <div>
          <p>
            {rich('firstHit.since', {
              day: daysInWords(first, first),
              link: (text) => <a href={`/s/${trackingId}`}>{text}</a>,
            })}
          </p>
          {last && (
            <p className="quiet">
              <LastHit at={last} />
            </p>
          )}
        </div>
      </div>
    );
  const left = DROP_REASONS.filter((reason) => dropped?.get(reason));
  return (
    <div className={left.length > 0 ? 'first-hit first-hit-dropped' : 'first-hit'}>
      {left.length > 0 ? <CircleAlert size={20} aria-hidden /> : <Radio size={20} aria-hidden />}
      <div className="first-hit-text">
        <div role="status">
          {left.length === 0 && <p>{waitingFor(domain, checks > 0, isOver)}</p>}
          {left.map((reason) => (
            <p key={reason}>
              <strong>
                {t('firstHit.dropped', {
                  count: dropped?.get(reason) ?? 0,
                  reason: t(`drop.${reason}`),
                })}
              </strong>{' '}
              {t(`drop.${reason}.remedy`, { domain })}
            </p>
          ))}
        </div>
        {isOver && left.length === 0 && <NothingArrives website={website} />}
        <a className="button" href={checkAddress(url)} target="_blank" rel="noreferrer" onClick={begin}>
          <ExternalLink size={16} aria-hidden />
          {checks === 0 ? t('firstHit.open', { domain }) : t('firstHit.again')}
        </a>
      </div>
    </div>
  );
}

function waitingFor(domain: string, isChecked: boolean, isOver: boolean): string {
  if (!isChecked) return t('firstHit.waiting', { domain });
  return isOver ? t('firstHit.nothing', { domain }) : t('firstHit.checking', { domain });
}

/** Possible causes if a page was opened and no hit arrived. */
function NothingArrives({ website }: { website: Website }) {
  const { domain } = website;
  const server = scriptAddress(website);
  return (
    <ul className="first-hit-checks">
      <li>{t('firstHit.source', { domain })}</li>
      <li>{t('firstHit.blocker')}</li>
      <li>
        {rich('firstHit.policy', {
          domain,
          origin: server.origin,
          code: (text) => <code>{text}</code>,
        })}
      </li>
      <li>
        {rich('firstHit.script', {
          address: server.href,
          link: (text) => <a href={server.href}>{text}</a>,
        })}
      </li>
    </ul>
  );
}

/** The URL of a website's start page, with a parameter that bypasses page caches. */
function checkAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.set('footfall-check', '1');
  return address.href;
}

/** Counts how often the website was opened for a check, and reports when the last check has timed out. */
function useCheck() {
  const [checks, setChecks] = useState(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (checks === 0) return;
    setOver(false);
    const timer = setTimeout(() => setOver(true), CHECK_MS);
    return () => clearTimeout(timer);
  }, [checks]);
  return { checks, isOver, begin: () => setChecks((count) => count + 1) };
}
