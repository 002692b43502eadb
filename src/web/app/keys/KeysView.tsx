import { useState } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { View } from '../layout/View.tsx';
import { CreatedKey, type NewKey } from './CreatedKey.tsx';
import { CreateKey } from './CreateKey.tsx';
import { KeyTable } from './KeyTable.tsx';
import { KEYS } from './keys.ts';
import './keys.css';

/** The account's API keys. */
export function KeysView() {
  const [{ data, error, fetching }, refetch] = useAsk(KEYS, {}, { requestPolicy: 'cache-and-network' });
  const [created, setCreated] = useState<NewKey | null>(null);
  const read = () => refetch({ requestPolicy: 'network-only' });
  const keys = data?.viewer?.apiKeys;
  const websites = data?.websites.nodes ?? [];
  // Reads the keys again, because the cache cannot tell that an empty list is a list of keys.
  const take = (made: NewKey) => {
    setCreated(made);
    read();
  };
  return (
    <View title={t('keys.title')} lead={t('keys.lead')}>
      {created ? (
        <CreatedKey created={created} websites={websites} onDone={() => setCreated(null)} />
      ) : (
        <CreateKey websites={websites} onCreated={take} />
      )}
      {error && !keys && !fetching && (
        <div className="card">
          <Problem error={error} retry={read} />
        </div>
      )}
      {!keys && fetching && <div className="card skeleton keys-wait" aria-busy="true" />}
      {keys?.length === 0 && <p className="card panel quiet">{t('keys.none')}</p>}
      {keys && keys.length > 0 && <KeyTable keys={keys} />}
    </View>
  );
}
