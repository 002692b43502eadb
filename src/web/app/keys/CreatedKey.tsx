import { useEffect, useRef } from 'react';
import type { Scope } from '../../gql/graphql.ts';
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
          API key “{apiKey.name}” created
        </h2>
        <p>Copy the key now. Footfall stores only a hash of it and cannot show it again.</p>
      </div>
      <Code text={key} what="the key" />
      {shown ? (
        <>
          <h3>REST</h3>
          <Code text={shown.rest} what="the REST example" />
          <h3>GraphQL</h3>
          <Code text={shown.graphql} what="the GraphQL example" />
        </>
      ) : (
        <p className="quiet">This key cannot read anything until you add a website.</p>
      )}
      <div className="row">
        <button type="button" className="button primary" onClick={onDone}>
          I have copied the key
        </button>
      </div>
    </section>
  );
}
