import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../../../shared/Boundary.tsx';
import { t } from '../../../shared/i18n/t.ts';
import type { Website } from '../website.ts';
import { LinkItem } from './LinkItem.tsx';
import type { SharedLink } from './links.ts';
import './links.css';

const LinkDialog = lazy(() => import('./LinkDialog.tsx'));
const EmbedDialog = lazy(() => import('./EmbedDialog.tsx'));
const DeleteLink = lazy(() => import('./DeleteLink.tsx'));

/** The open dialog and its link; none for a new link. */
type Open =
  | { dialog: 'edit'; link: SharedLink | null }
  | { dialog: 'embed' | 'delete'; link: SharedLink }
  | null;

/** The shared links of a website, with dialogs to create, change, embed and delete them. */
export function SharedLinks({ website }: { website: Website }) {
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState('');
  const links = website.sharedLinks ?? [];
  const close = (message = '') => {
    setOpen(null);
    setDone(message);
  };
  return (
    <section className="card panel links" aria-labelledby="shared-links">
      <div className="links-head">
        <div className="panel-head">
          <h2 id="shared-links">{t('links.title')}</h2>
          <p className="quiet">{t('links.hint')}</p>
        </div>
        <button type="button" className="button" onClick={() => setOpen({ dialog: 'edit', link: null })}>
          <Plus size={16} aria-hidden />
          {t('links.new')}
        </button>
      </div>
      {links.length === 0 ? (
        <p className="quiet">{t('links.none')}</p>
      ) : (
        <ul className="links-list" aria-label={t('links.title')}>
          {links.map((link) => (
            <LinkItem
              key={link.id}
              link={link}
              onEdit={() => setOpen({ dialog: 'edit', link })}
              onEmbed={() => setOpen({ dialog: 'embed', link })}
              onDelete={() => setOpen({ dialog: 'delete', link })}
            />
          ))}
        </ul>
      )}
      <p className={done ? 'status-good' : 'visually-hidden'} role="status">
        {done}
      </p>
      <Boundary className="part-failed-dialog card">
        <Suspense>
          {open?.dialog === 'edit' && <LinkDialog website={website} link={open.link} onClose={close} />}
          {open?.dialog === 'embed' && <EmbedDialog link={open.link} onClose={close} />}
          {open?.dialog === 'delete' && <DeleteLink link={open.link} onClose={close} />}
        </Suspense>
      </Boundary>
    </section>
  );
}
