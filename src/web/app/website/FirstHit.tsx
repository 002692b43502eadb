import { CircleAlert, CircleCheck, ExternalLink, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { counted, daysInWords, plural } from '../../../stats/format.ts';
import { dropReasons } from './dropReasons.ts';
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
  const { since, dropped } = useArrivals(id, period.from, period.to);
  const { checks, isOver, begin } = useCheck();
  const first = since ?? website.recordedSince;
  if (first)
    return (
      <div role="status" className="first-hit first-hit-came">
        <CircleCheck size={20} aria-hidden />
        <p>
          Receiving hits since {daysInWords(first, first)}. <a href={`/s/${trackingId}`}>View statistics</a>
        </p>
      </div>
    );
  const left = dropReasons(domain).filter(({ reason }) => dropped?.get(reason));
  return (
    <div className={left.length > 0 ? 'first-hit first-hit-dropped' : 'first-hit'}>
      {left.length > 0 ? <CircleAlert size={20} aria-hidden /> : <Radio size={20} aria-hidden />}
      <div className="first-hit-text">
        <div role="status">
          {left.length === 0 && <p>{waitingFor(domain, checks > 0, isOver)}</p>}
          {left.map(({ reason, name, remedy }) => {
            const count = dropped?.get(reason) ?? 0;
            return (
              <p key={reason}>
                <strong>
                  {counted(count, 'hit')} arrived and {plural(count, 'was', 'were')} not counted: {name}.
                </strong>{' '}
                {remedy}
              </p>
            );
          })}
        </div>
        {isOver && left.length === 0 && <NothingArrives website={website} />}
        <a className="button" href={checkAddress(url)} target="_blank" rel="noreferrer" onClick={begin}>
          <ExternalLink size={16} aria-hidden />
          {checks === 0 ? `Open ${domain} and check` : 'Check again'}
        </a>
      </div>
    </div>
  );
}

function waitingFor(domain: string, isChecked: boolean, isOver: boolean): string {
  if (!isChecked)
    return `Waiting for the first hit. Open a page of ${domain}; this message then updates automatically.`;
  if (isOver) return `No hit has arrived from ${domain}.`;
  return `${domain} is open in another tab. Waiting for its hit…`;
}

/** Possible causes if a page was opened and no hit arrived. */
function NothingArrives({ website }: { website: Website }) {
  const { domain } = website;
  const server = scriptAddress(website);
  return (
    <ul className="first-hit-checks">
      <li>
        Does the source of the page that {domain} serves contain the script tag, exactly as shown above? A
        cache may still have the old page.
      </li>
      <li>Does this browser have an ad blocker? Switch it off for the check, or try another browser.</li>
      <li>
        Does {domain} send a Content-Security-Policy? It has to allow {server.origin} in{' '}
        <code>script-src</code> and <code>connect-src</code>.
      </li>
      <li>
        Does <a href={server.href}>{server.href}</a> show a script? If not, the server cannot be reached at
        this address, or its BASE_URL is wrong.
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
