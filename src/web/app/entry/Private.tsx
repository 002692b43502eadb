import { lazy, type ReactNode, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { Shell } from '../layout/Shell.tsx';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { loginPath } from './next.ts';

// Not part of the file that the statistics page loads at once, which has it, too.
const Blocked = lazy(() => import('../../shared/Blocked.tsx'));

/** The page that a session without the second factor of its team may see. */
const ACCOUNT = '/account';

/** Shows its children to logged-in users only. Redirects others to the login form, which leads back here. */
export function Private({ children }: { children: ReactNode }) {
  const { viewer, error, retry } = useSession();
  const [path] = useLocation();
  if (error) {
    return (
      <Entry title={t('down.title')}>
        <Problem error={error} retry={retry} />
      </Entry>
    );
  }
  if (viewer === null) return <Redirect to={loginPath(location.pathname + location.search)} replace />;
  // Shows the bar immediately. Loading the viewer takes only a moment.
  if (!viewer)
    return (
      <Shell>
        <main className="view" aria-busy="true" />
      </Shell>
    );
  const isBlocked = viewer.lacksSecondFactor && path !== ACCOUNT;
  return (
    <Shell>
      {isBlocked ? (
        <Suspense>
          <Blocked inside />
        </Suspense>
      ) : (
        children
      )}
    </Shell>
  );
}
