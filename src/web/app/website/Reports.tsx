import { REPORT_HOUR } from '../../../reports/hour.ts';
import { hourInWords, periodInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { type Report, stateInWords } from './reports.ts';
import { SendReport } from './SendReport.tsx';
import type { Website } from './website.ts';

interface Props {
  website: Website;
  sendsReports: boolean;
}

/** The email reports of a website: the states of the latest ones, and a button to send one now. */
export function Reports({ website, sendsReports }: Props) {
  const { id, reports } = website;
  return (
    <section className="card panel" aria-labelledby="reports">
      <div className="panel-head">
        <h2 id="reports">{t('reports.title')}</h2>
        <p className="quiet">{sendsReports ? whenInWords(website) : t('reports.noMail')}</p>
      </div>
      {reports && reports.length > 0 ? (
        <table className="reports">
          <caption className="visually-hidden">{t('reports.caption')}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('reports.period')}</th>
              <th scope="col">{t('reports.state')}</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <ReportRow key={report.period} report={report} />
            ))}
          </tbody>
        </table>
      ) : (
        <p>{t('reports.none')}</p>
      )}
      {sendsReports && <SendReport id={id} />}
    </section>
  );
}

function whenInWords({ email, emailEvery, timezone }: Website): string {
  if (!email) return t('reports.off');
  const zone = timezone.replaceAll('_', ' ');
  return t(emailEvery === 'MONTHLY' ? 'reports.monthly' : 'reports.weekly', {
    zone,
    time: hourInWords(REPORT_HOUR),
  });
}

function ReportRow({ report }: { report: Report }) {
  const { period, state, attempts, error } = report;
  return (
    <tr>
      <th scope="row">{periodInWords(period)}</th>
      <td>
        <p className={state === 'REFUSED' ? 'error-text' : undefined}>
          {stateInWords(report)}
          {attempts > 1 && <span className="quiet"> ({t('reports.attempts', { count: attempts })})</span>}
        </p>
        {error && (
          <p className={state === 'REFUSED' ? 'error-text' : 'quiet'} lang="en">
            {error}
          </p>
        )}
      </td>
    </tr>
  );
}
