import { explain, useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { SecondFactors } from '../factors/SecondFactors.tsx';
import { View } from '../layout/View.tsx';
import { useSession, useSessionEnd } from '../session.tsx';
import { usesPassword, WAYS_IN } from '../signOn/queries.ts';
import { SingleSignOn } from '../signOn/SingleSignOn.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { MailLanguage } from './MailLanguage.tsx';
import { SecurityLog } from './SecurityLog.tsx';
import { Sessions } from './Sessions.tsx';
import { Team } from './team/Team.tsx';
import './account.css';

/** The account: its password, email address, language, sessions and security log. */
export function AccountView() {
  const { viewer } = useSession();
  const { leave, fetching, error } = useSessionEnd();
  const [{ data }] = useAsk(WAYS_IN, {});
  return (
    <View title={t('account.title')} lead={viewer?.email} narrow>
      {usesPassword(data) && <ChangePassword email={viewer?.email ?? ''} />}
      <ChangeEmail email={viewer?.email ?? ''} />
      <SingleSignOn />
      <SecondFactors />
      <Team key={String(viewer?.lacksSecondFactor)} />
      <MailLanguage />
      <Sessions />
      <SecurityLog />
      <section className="card panel" aria-labelledby="leave">
        <div className="panel-head">
          <h2 id="leave">{t('account.logOut')}</h2>
          <p className="quiet">{t('account.logOutHint')}</p>
        </div>
        {error && (
          <p className="error-text" role="alert">
            {explain(error)}
          </p>
        )}
        <div className="row">
          <button type="button" className="button" disabled={fetching} onClick={() => leave(false)}>
            {t('account.here')}
          </button>
          <button type="button" className="button danger" disabled={fetching} onClick={() => leave(true)}>
            {t('account.everywhere')}
          </button>
        </div>
      </section>
    </View>
  );
}
