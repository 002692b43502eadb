import { Link } from 'wouter';
import { rich, t } from '../../shared/i18n/t.ts';
import { View } from './View.tsx';

/** Shown if the URL does not exist. */
export function NotFoundView({ what = 'page' }: { what?: 'page' | 'website' }) {
  return (
    <View title={t(`missing.${what}`)} narrow>
      <p className="card panel">
        {rich('missing.deleted', { link: (text) => <Link href="/websites">{text}</Link> })}
      </p>
    </View>
  );
}
