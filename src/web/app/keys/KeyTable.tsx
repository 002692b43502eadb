import { useState } from 'react';
import { dayOf, momentOf } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { type Key, scopesInWords, statusOf } from './keys.ts';
import { RevokeKey } from './RevokeKey.tsx';

const COLUMNS = [
  ...(['keys.name', 'keys.scopes', 'keys.website', 'keys.column.created'] as const),
  ...(['keys.column.expires', 'keys.column.lastUsed', 'keys.column.status'] as const),
];

/** All keys: active ones first, and the newest first in each group. */
export function KeyTable({ keys }: { keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  const ordered = [...keys]
    .reverse()
    .sort((a, b) => Number(statusOf(b) === 'active') - Number(statusOf(a) === 'active'));
  return (
    <>
      <table className="card keys">
        <caption className="visually-hidden">{t('keys.title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
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
    <tr className={status === 'active' ? undefined : 'keys-over'}>
      <th scope="row">{name}</th>
      <td data-label={t('keys.scopes')}>{scopesInWords(scopes)}</td>
      <td data-label={t('keys.website')}>{website?.domain ?? t('keys.all')}</td>
      <td data-label={t('keys.column.created')}>{dayOf(createdAt)}</td>
      <td data-label={t('keys.column.expires')}>{expiresAt ? momentOf(expiresAt) : t('keys.never')}</td>
      <td data-label={t('keys.column.lastUsed')}>{lastUsedAt ? momentOf(lastUsedAt) : t('keys.never')}</td>
      <td data-label={t('keys.column.status')}>
        <span className="row">
          {t(`keys.status.${status}`)}
          {status === 'active' && (
            <button
              type="button"
              className="button danger"
              aria-label={t('revoke.named', { name })}
              onClick={onRevoke}
            >
              {t('revoke.button')}
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}
