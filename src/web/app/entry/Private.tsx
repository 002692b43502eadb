import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import Blocked, { ACCOUNT } from '../../shared/Blocked.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { Shell } from '../layout/Shell.tsx';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { loginPath } from './next.ts';

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
  return <Shell>{viewer.lacksSecondFactor && path !== ACCOUNT ? <Blocked inside /> : children}</Shell>;
}
