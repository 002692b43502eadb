import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { sentInWords } from './reports.ts';

const SEND = graphql(`
  mutation SendReport($input: SendReportInput!) {
    sendReport(input: $input) {
      __typename
      ... on SendReportSuccess {
        sent {
          period
          to
        }
      }
      ...Refused
    }
  }
`);

/** Sends the last report of a website again, immediately. Shows the recipient, or the error. */
export function SendReport({ id }: { id: string }) {
  const [, sendReport] = useChange(SEND);
  const { form, busy, problem, send } = useForm();
  const [sent, setSent] = useState<{ period: string; to: string | null } | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(null);
    const done = await send(sendReport({ input: { id } }));
    if (done) setSent(done.sent);
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Submit busy={busy} problem={problem} done={sent && sentInWords(sent)}>
        {busy ? t('reports.busy') : t('reports.send')}
      </Submit>
    </form>
  );
}
