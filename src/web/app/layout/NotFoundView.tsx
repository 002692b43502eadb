import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { rich, t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';

/** Shown below the header if the URL does not exist. */
export function NotFoundView({ what = 'page' }: { what?: 'page' | 'website' }) {
  return (
    <Notice
      inside
      icon={SearchX}
      title={t(`missing.${what}`)}
      lead={rich('missing.deleted', { link: (text) => <Link href="/websites">{text}</Link> })}
    />
  );
}
