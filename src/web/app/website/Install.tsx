import { Code } from '../forms/Code.tsx';
import { FirstHit } from './FirstHit.tsx';
import type { Website } from './website.ts';

/** The snippet for the website's pages, and whether it works. */
export function Install({ website }: { website: Website }) {
  return (
    <section className="card panel" aria-labelledby="install">
      <div className="panel-head">
        <h2 id="install">Install</h2>
        <p className="quiet">Put this line on every page of {website.domain}, before the end of its head.</p>
      </div>
      <Code text={website.snippet} what="the snippet" />
      <details className="install-pixel">
        <summary>Count visitors without JavaScript, too</summary>
        <p className="quiet">Put this line into the body, beside the one above.</p>
        <Code text={website.pixelSnippet} what="the pixel" />
      </details>
      <FirstHit website={website} />
    </section>
  );
}
