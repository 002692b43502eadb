import { Code } from '../forms/Code.tsx';
import { FirstHit } from './FirstHit.tsx';
import type { Website } from './website.ts';

/** The snippet for the website's pages, and whether it works. */
export function Install({ website }: { website: Website }) {
  return (
    <section className="card panel" aria-labelledby="install">
      <div className="panel-head">
        <h2 id="install">Install</h2>
        <p className="quiet">Add this script tag to the head of every page of {website.domain}.</p>
      </div>
      <Code text={website.snippet} what="the script tag" />
      <details className="install-pixel">
        <summary>Count visitors without JavaScript as well</summary>
        <p className="quiet">Add this tag to the body of the page, in addition to the script tag.</p>
        <Code text={website.pixelSnippet} what="the pixel" />
      </details>
      <FirstHit website={website} />
    </section>
  );
}
