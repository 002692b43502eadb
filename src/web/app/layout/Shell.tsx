import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { explain, useChange } from '../../shared/client.ts';
import logo from '../../shared/footfall.svg';
import { LanguageSwitch } from '../../shared/i18n/LanguageSwitch.tsx';
import { t } from '../../shared/i18n/t.ts';
import { ThemeSwitch } from '../../shared/ThemeSwitch.tsx';
import { useMailLanguage } from '../account/mailLanguage.ts';
import { useSession } from '../session.tsx';
import './shell.css';

const LOG_OUT = graphql(`
  mutation LogOut($input: LogOutInput!) {
    logOut(input: $input)
  }
`);

/** Logs out in this browser or everywhere. If the server cannot be reached, the session continues. */
export function useLogOut() {
  const { become } = useSession();
  const [{ fetching, error }, logOut] = useChange(LOG_OUT);
  const leave = async (everywhere: boolean) => {
    const answer = await logOut({ input: { everywhere } });
    if (!answer.error) become(null);
  };
  return { leave, fetching, error };
}

const PLACES = [
  { href: '/websites', text: 'shell.websites', isHere: (path: string) => path.startsWith('/websites') },
  { href: '/account/keys', text: 'shell.keys', isHere: (path: string) => path === '/account/keys' },
  { href: '/account', text: 'shell.account', isHere: (path: string) => path === '/account' },
] as const;

/** The bar above every view of a logged-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { leave, fetching } = useLogOut();
  const mails = useMailLanguage();
  return (
    <>
      <a className="shell-skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="shell">
        <div className="shell-inside">
          <Link href="/websites" className="shell-brand">
            <img src={logo} alt="" width={28} height={28} />
            Footfall
          </Link>
          <nav aria-label={t('shell.main')}>
            <ul>
              {PLACES.map(({ href, text, isHere }) => (
                <li key={href}>
                  <Link href={href} aria-current={isHere(path) ? 'page' : undefined}>
                    {t(text)}
                  </Link>
                </li>
              ))}
              <li>
                <a href="/graphql">GraphiQL</a>
              </li>
            </ul>
          </nav>
          <LanguageSwitch onChosen={mails.choose} />
          <ThemeSwitch />
          <button
            type="button"
            className="button plain shell-out"
            disabled={fetching}
            onClick={() => leave(false)}
          >
            <LogOut size={16} aria-hidden />
            {t('shell.logOut')}
          </button>
        </div>
        <MailsUnchanged {...mails} />
      </header>
      {children}
    </>
  );
}

/** Says that mails keep their language, because the server could not be asked for another one. */
function MailsUnchanged({ failed, choose }: ReturnType<typeof useMailLanguage>) {
  return (
    failed && (
      <div className="shell-problem" role="alert">
        <p>{t('shell.mailsUnchanged', { reason: explain(failed.error) })}</p>
        <button type="button" className="button" onClick={() => choose(failed.language)}>
          {t('button.retry')}
        </button>
      </div>
    )
  );
}
