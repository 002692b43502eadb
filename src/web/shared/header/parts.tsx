import type { ElementType } from 'react';
import logo from '../footfall.svg';
import { t } from '../i18n/t.ts';

/** A place in the navigation of the header. */
interface MenuPlace {
  href: string;
  text: string;
  isHere: (path: string) => boolean;
  /** Whether it is a page of the account area, which opens without loading another document. */
  isPage: boolean;
}

/** The places of the account area, and GraphiQL, whose name is the same in every language. */
export const places = (): MenuPlace[] => [
  {
    href: '/websites',
    text: t('shell.websites'),
    isPage: true,
    isHere: (path) => path.startsWith('/websites'),
  },
  {
    href: '/account/keys',
    text: t('shell.keys'),
    isPage: true,
    isHere: (path) => path === '/account/keys',
  },
  { href: '/account', text: t('shell.account'), isPage: true, isHere: (path) => path === '/account' },
  { href: '/graphql', text: 'GraphiQL', isPage: false, isHere: () => false },
];

/** The product's name. For people who are logged in, it leads to their websites. */
export function Brand({ account, link: Anchor = 'a' }: { account: boolean; link?: ElementType }) {
  const content = (
    <>
      <img src={logo} alt="" width={28} height={28} />
      <span>Footfall</span>
    </>
  );
  if (!account) return <span className="site-header-brand">{content}</span>;
  return (
    <Anchor href="/websites" className="site-header-brand">
      {content}
    </Anchor>
  );
}
