import { Link } from 'wouter';
import { View } from './View.tsx';

/** Shown if the URL does not exist. */
export function NotFoundView({ what = 'page' }: { what?: string }) {
  return (
    <View title={`There is no such ${what}`} narrow>
      <p className="card panel">
        It may have been deleted, or the address is mistyped. <Link href="/websites">All websites</Link>
      </p>
    </View>
  );
}
