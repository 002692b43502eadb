import { CodeXml, Lock, Pencil, Trash2 } from 'lucide-react';
import { t } from '../../../shared/i18n/t.ts';
import { CopyButton } from '../../forms/CopyButton.tsx';
import { isExpired, linkInWords, type SharedLink } from './links.ts';

interface Props {
  link: SharedLink;
  onEdit: () => void;
  onEmbed: () => void;
  onDelete: () => void;
}

/** A shared link with its limits and actions. */
export function LinkItem({ link, onEdit, onEmbed, onDelete }: Props) {
  const { name, url, hasPassword } = link;
  const expired = isExpired(link);
  return (
    <li className={expired ? 'links-item links-item-expired' : 'links-item'}>
      <div className="links-item-text">
        <h3>
          {name}
          {hasPassword && (
            <span className="links-badge">
              <Lock size={12} aria-hidden /> {t('links.password')}
            </span>
          )}
          {expired && <span className="links-badge">{t('links.expired')}</span>}
        </h3>
        <p className="quiet">{linkInWords(link).join(' · ')}</p>
      </div>
      <div className="links-item-actions">
        {!expired && url && (
          <>
            <CopyButton
              text={url}
              name={t('copy.link', { name })}
              done={t('copy.link.done', { name })}
              label={t('links.copy')}
            />
            <button
              type="button"
              className="button"
              aria-label={t('links.embedNamed', { name })}
              onClick={onEmbed}
            >
              <CodeXml size={16} aria-hidden />
              {t('links.embed')}
            </button>
          </>
        )}
        <button
          type="button"
          className="button plain"
          aria-label={t('links.editNamed', { name })}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="button plain"
          aria-label={t('links.deleteNamed', { name })}
          onClick={onDelete}
        >
          <Trash2 size={16} aria-hidden />
        </button>
      </div>
    </li>
  );
}
