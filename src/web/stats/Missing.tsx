import { SearchX } from 'lucide-react';
import { t } from '../shared/i18n/t.ts';
import { Notice } from '../shared/Notice.tsx';

interface Props {
  /** Whether the viewer is logged in. */
  viewer: boolean;
  /** Whether the address is that of a shared link. */
  link: boolean;
}

/** Shown if there are no statistics that the viewer may see. Does not reveal whether others may see some. */
export default function Missing({ viewer, link }: Props) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <Notice
      icon={SearchX}
      title={t('none.title')}
      lead={t(link ? 'none.link' : viewer ? 'none.viewer' : 'none.stranger')}
    >
      {link ? null : viewer ? (
        <a className="button primary" href="/websites">
          {t('none.websites')}
        </a>
      ) : (
        <a className="button primary" href={`/login?next=${next}`}>
          {t('none.logIn')}
        </a>
      )}
    </Notice>
  );
}
