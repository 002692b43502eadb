import { useState } from 'react';
import { Code } from '../forms/Code.tsx';
import { FirstHit } from './FirstHit.tsx';
import { recipesOf } from './recipes.ts';
import type { Website } from './website.ts';

/** The script tag for the kind of website that is selected, and whether hits arrive. */
export function Install({ website }: { website: Website }) {
  const recipes = recipesOf(website);
  const [name, setName] = useState('HTML');
  const recipe = recipes.find((one) => one.name === name);
  return (
    <section className="card panel" aria-labelledby="install">
      <div className="panel-head">
        <h2 id="install">Install</h2>
        <p className="quiet">Every page of {website.domain} needs the script.</p>
      </div>
      <label className="field install-kind">
        <span className="label">Kind of website</span>
        <select value={name} onChange={({ target }) => setName(target.value)}>
          {recipes.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      {recipe && (
        <>
          <p role="status">{withCode(recipe.place)}</p>
          <Code text={recipe.code} what={recipe.code === website.snippet ? 'the script tag' : 'the code'} />
        </>
      )}
      <details className="install-pixel">
        <summary>Count visitors without JavaScript as well</summary>
        <p className="quiet">Add this tag to the body of the page, in addition to the script tag.</p>
        <Code text={website.pixelSnippet} what="the pixel" />
      </details>
      <FirstHit website={website} />
    </section>
  );
}

/** Shows the parts of a text between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
