import { lazy, Suspense } from 'react';
import { type LinkedRows, LinkOn, type LinkProps } from './LinkOn.tsx';
import { isOfPages } from './links.ts';

// Without a connection, the link opens the page on the website's own host.
const LinkOnItsHost = lazy(() => import('./LinkOnItsHost.tsx').catch(() => ({ default: LinkOn })));

/** Opens the page of a row on the host on which it was seen. Nothing for other rows. */
export function PageLink({ among, ...props }: LinkProps & { among: LinkedRows }) {
  const [only, other] = props.website.unfiltered.hosts;
  if (!isOfPages(props.name)) return null;
  if (!other) return <LinkOn {...props} host={only} />;
  return (
    <Suspense fallback={<LinkOn {...props} />}>
      <LinkOnItsHost {...props} among={among} />
    </Suspense>
  );
}
