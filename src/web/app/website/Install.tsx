import { useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Code } from '../forms/Code.tsx';
import { FirstHit } from './FirstHit.tsx';
import { type Recipe, recipesOf } from './recipes.ts';
import type { Website } from './website.ts';
import { withCode } from './withCode.tsx';

/** The script tag for the kind of website that is selected, and whether hits arrive. */
export function Install({ website }: { website: Website }) {
  const recipes = recipesOf(website);
  const [name, setName] = useState<Recipe['key']>('html');
  const recipe = recipes.find((one) => one.key === name);
  return (
    <section className="card panel" aria-labelledby="install">
      <div className="panel-head">
        <h2 id="install">{t('install.title')}</h2>
        <p className="quiet">{t('install.hint', { domain: website.domain })}</p>
      </div>
      <label className="field install-kind">
        <span className="label">{t('install.kind')}</span>
        <select value={name} onChange={({ target }) => setName(target.value as Recipe['key'])}>
          {recipes.map((one) => (
            <option key={one.key} value={one.key}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {recipe && (
        <>
          <p role="status">{withCode(t(`recipe.${recipe.key}`))}</p>
          <Code text={recipe.code} what={recipe.code === website.snippet ? 'tag' : 'code'} />
        </>
      )}
      <details className="install-pixel">
        <summary>{t('install.noScript')}</summary>
        <p className="quiet">{t('install.pixel')}</p>
        <Code text={website.pixelSnippet} what="pixel" />
      </details>
      <FirstHit website={website} />
    </section>
  );
}
