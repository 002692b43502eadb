import { useLogOut } from '../../shared/header/logOut.ts';
import { SiteHeader } from '../../shared/header/SiteHeader.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';

/** The header of all pages, on a statistics page. After a logout, the page shows what everyone may see. */
export function TopBar({ account }: { account: boolean }) {
  const { leave, fetching } = useLogOut(() => location.reload());
  return (
    <SiteHeader account={account} onLogOut={() => leave(false)} isLeaving={fetching} tools={<Shortcuts />} />
  );
}
