import { ShieldAlert } from 'lucide-react';
import { t } from './i18n/t.ts';
import { Notice } from './Notice.tsx';

/**
 * Shown instead of what belongs to a team that requires a second factor, if the session lacks one. The
 * account page adds one, switches to another team, and leaves the team.
 * @param inside whether the header of the account area is above it.
 */
export default function Blocked({ inside = false }: { inside?: boolean }) {
  return (
    <Notice icon={ShieldAlert} title={t('blocked.title')} lead={t('blocked.lead')} inside={inside}>
      <a className="button primary" href="/account">
        {t('blocked.add')}
      </a>
    </Notice>
  );
}
