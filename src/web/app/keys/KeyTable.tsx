import { useState } from 'react';
import { dayOf, momentOf } from '../moments.ts';
import { type Key, scopesInWords, statusOf } from './keys.ts';
import { RevokeKey } from './RevokeKey.tsx';

/** All keys, those that work first and the newest first of these. */
export function KeyTable({ keys }: { keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  const ordered = [...keys]
    .reverse()
    .sort((a, b) => Number(statusOf(b) === 'Works') - Number(statusOf(a) === 'Works'));
  return (
    <>
      <table className="card keys">
        <caption className="visually-hidden">API keys</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Website</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">Last used</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </tbody>
      </table>
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke: () => void }) {
  const { name, scopes, website, createdAt, expiresAt, lastUsedAt } = apiKey;
  const status = statusOf(apiKey);
  return (
    <tr className={status === 'Works' ? undefined : 'keys-over'}>
      <th scope="row">{name}</th>
      <td data-label="May">{scopesInWords(scopes)}</td>
      <td data-label="Website">{website?.domain ?? 'All'}</td>
      <td data-label="Created">{dayOf(createdAt)}</td>
      <td data-label="Expires">{expiresAt ? momentOf(expiresAt) : 'Never'}</td>
      <td data-label="Last used">{lastUsedAt ? momentOf(lastUsedAt) : 'Never'}</td>
      <td data-label="Status">
        {status === 'Works' ? (
          <button type="button" className="button danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </button>
        ) : (
          status
        )}
      </td>
    </tr>
  );
}
