import { useState } from 'react';
import { Link } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { momentOf } from '../../shared/i18n/format.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { AskFirst } from '../keys/AskFirst.tsx';
import { ConfirmPassword } from '../keys/ConfirmPassword.tsx';
import { type Identity, WAYS_IN } from './queries.ts';
import { SignOnButtons } from './SignOnButtons.tsx';

const REMOVE = graphql(`
  mutation RemoveIdentity($input: RemoveIdentityInput!) {
    removeIdentity(input: $input) {
      __typename
      ...Refused
    }
  }
`);

/** The identities at providers with which the person logs in. Hidden on a server without providers. */
export function SingleSignOn() {
  const [{ data }, refetch] = useAsk(WAYS_IN, {}, { requestPolicy: 'cache-and-network' });
  const [removing, setRemoving] = useState<Identity | null>(null);
  /** What to repeat after the session was confirmed. */
  const [again, setAgain] = useState<(() => void) | null>(null);
  const [done, setDone] = useState('');
  const identities = data?.viewer?.identities ?? [];
  const providers = data?.loginOptions.providers ?? [];
  if (providers.length + identities.length === 0) return null;
  const open = providers.filter(({ name }) => !identities.some(({ provider }) => provider === name));
  return (
    <section className="card panel" aria-labelledby="single-sign-on">
      {removing && (
        <RemoveIdentity
          identity={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            setDone(t('signOn.removed'));
            refetch({ requestPolicy: 'network-only' });
          }}
        />
      )}
      {again && (
        <ConfirmPassword
          onClose={() => setAgain(null)}
          onConfirmed={() => {
            setAgain(null);
            again();
          }}
        />
      )}
      <div className="panel-head">
        <h2 id="single-sign-on">{t('signOn.title')}</h2>
        <p className="quiet">{t('signOn.hint')}</p>
      </div>
      {identities.length === 0 && <p>{t('signOn.none')}</p>}
      {identities.length > 0 && (
        <ul className="entries">
          {identities.map((identity) => (
            <Row key={identity.id} identity={identity} onRemove={() => setRemoving(identity)} />
          ))}
        </ul>
      )}
      {data?.loginOptions.passwords && data.viewer?.hasPassword === false && (
        <p className="quiet">
          {rich('signOn.noPassword', { link: (text) => <Link href="/forgot">{text}</Link> })}
        </p>
      )}
      <SignOnButtons
        providers={open}
        purpose="LINK"
        text={({ label }) => t('signOn.connect', { label })}
        onConfirm={(action) => setAgain(() => action)}
      />
      <span role="status" className="status-good">
        {done}
      </span>
    </section>
  );
}

function Row({ identity, onRemove }: { identity: Identity; onRemove: () => void }) {
  const { label, createdAt, lastUsedAt } = identity;
  return (
    <li>
      <div>
        <p className="entries-title">{label}</p>
        <p className="quiet">
          {[
            t('factors.added', { moment: momentOf(createdAt) }),
            lastUsedAt && t('factors.lastUsed', { moment: momentOf(lastUsedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-label={t('factors.removeNamed', { name: label })}
        onClick={onRemove}
      >
        {t('factors.remove')}
      </button>
    </li>
  );
}

interface RemoveProps {
  identity: Identity;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before an identity is disconnected. */
function RemoveIdentity({ identity: { id, label }, onRemoved, onClose }: RemoveProps) {
  const [, remove] = useChange(REMOVE);
  return (
    <AskFirst
      title={t('factors.removeTitle', { name: label })}
      hint={t('signOn.removeHint')}
      action={t('factors.remove')}
      send={() => remove({ input: { id } })}
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}
