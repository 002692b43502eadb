import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Problem } from '../../shared/Problem.tsx';
import { Shell } from '../layout/Shell.tsx';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { loginPath } from './next.ts';

/** What only they see who are logged in; all others are sent to the log in, and come back after. */
export function Private({ children }: { children: ReactNode }) {
  const { viewer, error, retry } = useSession();
  useLocation();
  if (error) {
    return (
      <Entry title="Footfall does not answer">
        <Problem error={error} retry={retry} />
      </Entry>
    );
  }
  if (viewer === null) return <Redirect to={loginPath(location.pathname + location.search)} replace />;
  // The bar stands at once; who it is for takes a moment only.
  return <Shell>{viewer ? children : <main className="view" aria-busy="true" />}</Shell>;
}
