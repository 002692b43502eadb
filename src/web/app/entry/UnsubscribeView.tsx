import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { Problem } from '../../shared/Problem.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { Entry } from './Entry.tsx';

const SUBSCRIPTION = graphql(`
  query ReportSubscription($token: String!) {
    reportSubscription(token: $token) {
      domain
      active
    }
  }
`);

const UNSUBSCRIBE = graphql(`
  mutation UnsubscribeFromReports($input: UnsubscribeFromReportsInput!) {
    unsubscribeFromReports(input: $input) {
      __typename
      ... on UnsubscribeFromReportsSuccess {
        subscription {
          domain
          active
        }
      }
      ...Refused
    }
  }
`);

/**
 * The target of the unsubscribe link in a report. It asks for confirmation, because programs open links to
 * inspect them.
 */
export function UnsubscribeView() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [{ data, error, fetching }, refetch] = useAsk(SUBSCRIPTION, { token });
  const [, unsubscribe] = useChange(UNSUBSCRIBE);
  const { form, busy, problem, send } = useForm();
  const [changed, setChanged] = useState<{ domain: string; active: boolean } | null>(null);
  const subscription = changed ?? data?.reportSubscription;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const done = await send(unsubscribe({ input: { token } }));
    if (done) setChanged(done.subscription);
  };

  if (!subscription) {
    if (error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')) {
      return <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('unsubscribe.deleted')} />;
    }
    return (
      <Entry title={t('unsubscribe.reports')}>
        {error && !fetching ? (
          <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
        ) : (
          <p aria-busy="true">{'\u00a0'}</p>
        )}
      </Entry>
    );
  }
  const { domain, active } = subscription;
  return (
    <Entry title={active ? t('unsubscribe.reportsFor', { domain }) : t('unsubscribe.done')}>
      {/* The same element in both states, so that screen readers announce the change. */}
      <p role="status">{active ? t('unsubscribe.hint') : t('unsubscribe.off', { domain })}</p>
      {active && (
        <form ref={form} onSubmit={submit}>
          <Submit busy={busy} problem={problem}>
            {t('unsubscribe.submit')}
          </Submit>
        </form>
      )}
    </Entry>
  );
}
