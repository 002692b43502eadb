import { SearchX } from 'lucide-react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { rich, t } from '../shared/i18n/t.ts';
import { Notice } from '../shared/Notice.tsx';
import { AccountView } from './account/AccountView.tsx';
import { ConfirmEmailView } from './entry/ConfirmEmailView.tsx';
import { ForgotView } from './entry/ForgotView.tsx';
import { JoinView } from './entry/JoinView.tsx';
import { LoginLinkView } from './entry/LoginLinkView.tsx';
import { LoginView } from './entry/LoginView.tsx';
import { Private } from './entry/Private.tsx';
import { ResetView } from './entry/ResetView.tsx';
import { SetupView } from './entry/SetupView.tsx';
import { UnsubscribeView } from './entry/UnsubscribeView.tsx';
import { KeysView } from './keys/KeysView.tsx';
import { NotFoundView } from './layout/NotFoundView.tsx';
import { SessionProvider } from './session.tsx';
import { WebsiteView } from './website/WebsiteView.tsx';
import { NewWebsiteView } from './websites/NewWebsiteView.tsx';
import { WebsitesView } from './websites/WebsitesView.tsx';
import './app.css';

/** The paths that require a login. */
const PRIVATE = /^\/((websites|account)(\/.*)?)?$/;

/** Shown at addresses that do not exist. */
const Unknown = () => (
  <Notice
    icon={SearchX}
    title={t('missing.page')}
    lead={rich('missing.address', { link: (text) => <Link href="/">{text}</Link> })}
  />
);

/** The account area. The server serves it at the same paths (src/http/web.ts). */
export function App() {
  return (
    <SessionProvider>
      <Switch>
        <Route path="/setup" component={SetupView} />
        <Route path="/login" component={LoginView} />
        <Route path="/login-link" component={LoginLinkView} />
        <Route path="/forgot" component={ForgotView} />
        <Route path="/reset" component={ResetView} />
        <Route path="/confirm-email" component={ConfirmEmailView} />
        <Route path="/join" component={JoinView} />
        <Route path="/unsubscribe" component={UnsubscribeView} />
        <Route path={PRIVATE}>
          <Private>
            <Switch>
              <Route path="/">
                <Redirect to="/websites" replace />
              </Route>
              <Route path="/websites" component={WebsitesView} />
              <Route path="/websites/new" component={NewWebsiteView} />
              <Route path="/websites/:id/:section?">
                {({ id, section = 'install' }) => <WebsiteView key={id} id={id} section={section} />}
              </Route>
              <Route path="/account" component={AccountView} />
              <Route path="/account/keys" component={KeysView} />
              <Route>
                <NotFoundView />
              </Route>
            </Switch>
          </Private>
        </Route>
        <Route>
          <Unknown />
        </Route>
      </Switch>
    </SessionProvider>
  );
}
