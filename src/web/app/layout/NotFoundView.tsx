import { Link } from 'wouter';
import { View } from './View.tsx';

/** Shown if the URL does not exist. */
export function NotFoundView({ what = 'Page' }: { what?: string }) {
  return (
    <View title={`${what} not found`} narrow>
      <p className="card panel">
        It may have been deleted, or the address may be mistyped. <Link href="/websites">All websites</Link>
      </p>
    </View>
  );
}
