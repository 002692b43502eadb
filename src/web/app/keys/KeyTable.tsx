import { useState } from 'react';
import { dayOf, momentOf } from '../moments.ts';
import { type Key, scopesInWords, statusOf } from './keys.ts';
import { RevokeKey } from './RevokeKey.tsx';

/** All keys: active ones first, and the newest first in each group. */
export function KeyTable({ keys }: { keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  const ordered = [...keys]
    .reverse()
    .sort((a, b) => Number(statusOf(b) === 'Active') - Number(statusOf(a) === 'Active'));
  return (
    <>
      <table className="card keys">
        <caption className="visually-hidden">API keys</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scopes</th>
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
    <tr className={status === 'Active' ? undefined : 'keys-over'}>
      <th scope="row">{name}</th>
      <td data-label="Scopes">{scopesInWords(scopes)}</td>
      <td data-label="Website">{website?.domain ?? 'All'}</td>
      <td data-label="Created">{dayOf(createdAt)}</td>
      <td data-label="Expires">{expiresAt ? momentOf(expiresAt) : 'Never'}</td>
      <td data-label="Last used">{lastUsedAt ? momentOf(lastUsedAt) : 'Never'}</td>
      <td data-label="Status">
        <span className="row">
          {status}
          {status === 'Active' && (
            <button type="button" className="button danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
              Revoke
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}
