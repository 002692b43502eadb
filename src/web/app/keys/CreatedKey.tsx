import { useEffect, useRef } from 'react';
import type { Scope } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { Code } from '../forms/Code.tsx';
import { examples } from './examples.ts';
import type { WebsiteOfKey } from './keys.ts';

export interface NewKey {
  key: string;
  apiKey: { name: string; scopes: readonly Scope[]; website: { databaseId: number } | null };
}

interface Props {
  created: NewKey;
  websites: readonly WebsiteOfKey[];
  onDone: () => void;
}

/** A new key, which is shown only this once, with examples of its use. */
export function CreatedKey({ created, websites, onDone }: Props) {
  const { key, apiKey } = created;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shown = examples(key, apiKey.scopes, (apiKey.website ?? websites[0])?.databaseId);
  return (
    <section className="card panel keys-created" aria-labelledby="created">
      <div className="panel-head">
        <h2 id="created" ref={heading} tabIndex={-1}>
          {t('keys.created', { name: apiKey.name })}
        </h2>
        <p>{t('keys.createdHint')}</p>
      </div>
      <Code text={key} what="key" />
      {shown ? (
        <>
          <h3>REST</h3>
          <Code text={shown.rest} what="rest" />
          <h3>GraphQL</h3>
          <Code text={shown.graphql} what="graphql" />
        </>
      ) : (
        <p className="quiet">{t('keys.nothing')}</p>
      )}
      <div className="row">
        <button type="button" className="button primary" onClick={onDone}>
          {t('keys.copied')}
        </button>
      </div>
    </section>
  );
}
