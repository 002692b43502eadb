import { CodeXml } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../../../shared/Boundary.tsx';
import { t } from '../../../shared/i18n/t.ts';
import { CopyButton } from '../../forms/CopyButton.tsx';
import type { Website } from '../website.ts';
import './links.css';

const EmbedDialog = lazy(() => import('./EmbedDialog.tsx'));

/**
 * The link to the statistics page of a website that is not private, and what shared links do that it does
 * not. A private website has no link to give away.
 */
export function PageLink({ website }: { website: Website }) {
  const { id, domain, privacy, statisticsUrl: url } = website;
  const [embedding, setEmbedding] = useState(false);
  if (privacy === 'PRIVATE') return null;
  return (
    <section className="card panel links" aria-labelledby="page-link">
      <div className="panel-head">
        <h2 id="page-link">{t('pageLink.title')}</h2>
        <p className="quiet">{t(`pageLink.${privacy}`)}</p>
      </div>
      <div className="links-page">
        <a className="links-page-url" href={url}>
          {url}
        </a>
        <div className="links-item-actions">
          <CopyButton
            text={url}
            name={t('copy.link', { name: domain })}
            done={t('copy.link.done', { name: domain })}
            label={t('links.copy')}
          />
          {privacy === 'PUBLIC' && (
            <button
              type="button"
              className="button"
              aria-label={t('links.embedNamed', { name: domain })}
              onClick={() => setEmbedding(true)}
            >
              <CodeXml size={16} aria-hidden />
              {t('links.embed')}
            </button>
          )}
        </div>
      </div>
      <p className="quiet">{t('pageLink.other')}</p>
      <Boundary className="part-failed-dialog card">
        <Suspense>
          {embedding && <EmbedDialog link={{ id, name: domain }} onClose={() => setEmbedding(false)} />}
        </Suspense>
      </Boundary>
    </section>
  );
}
