import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { explain } from '../../shared/client.ts';
import { SiteHeader } from '../../shared/header/SiteHeader.tsx';
import { t } from '../../shared/i18n/t.ts';
import { useMailLanguage } from '../account/mailLanguage.ts';
import { useSessionEnd } from '../session.tsx';
import { SignOnOutcome } from '../signOn/SignOnOutcome.tsx';

/** The header above every view of a logged-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { leave, fetching } = useSessionEnd();
  const mails = useMailLanguage();
  return (
    <>
      <SiteHeader
        account
        path={path}
        link={Link}
        onLanguage={mails.choose}
        onLogOut={() => leave(false)}
        isLeaving={fetching}
      >
        <MailsUnchanged {...mails} />
        <SignOnOutcome className="site-header-problem" />
      </SiteHeader>
      {children}
    </>
  );
}

/** Says that mails keep their language, because the server could not be asked for another one. */
function MailsUnchanged({ failed, choose }: ReturnType<typeof useMailLanguage>) {
  return (
    failed && (
      <div className="site-header-problem" role="alert">
        <p>{t('shell.mailsUnchanged', { reason: explain(failed.error) })}</p>
        <button type="button" className="button" onClick={() => choose(failed.language)}>
          {t('button.retry')}
        </button>
      </div>
    )
  );
}
