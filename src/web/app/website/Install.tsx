import { CircleCheck, Radio } from 'lucide-react';
import { daysInWords } from '../../../stats/format.ts';
import { Code } from '../forms/Code.tsx';
import { useFirstHit } from './useFirstHit.ts';
import type { Website } from './website.ts';

/** The line to put on every page, and whether it works. */
export function Install({ website }: { website: Website }) {
  const { id, snippet, trackingId, recordedSince, domain } = website;
  const since = useFirstHit(id, recordedSince);
  return (
    <section className="card panel" aria-labelledby="install">
      <div className="panel-head">
        <h2 id="install">Install</h2>
        <p className="quiet">Put this line on every page of {domain}, before the end of its head.</p>
      </div>
      <Code text={snippet} what="the snippet" />
      <div role="status" className={since ? 'first-hit first-hit-came' : 'first-hit'}>
        {since ? <CircleCheck size={20} aria-hidden /> : <Radio size={20} aria-hidden />}
        {since ? (
          <p>
            Hits arrive, since {daysInWords(since, since)}.{' '}
            <a href={`/s/${trackingId}`}>See the statistics</a>
          </p>
        ) : (
          <p>Waiting for the first hit. Open a page of {domain}: this turns green by itself.</p>
        )}
      </div>
    </section>
  );
}
