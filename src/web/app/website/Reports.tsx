import { periodInWords } from '../../../stats/format.ts';
import { NO_MAIL, type Report, stateInWords } from './reports.ts';
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
        <h2 id="reports">Email reports</h2>
        <p className="quiet">{sendsReports ? whenInWords(website) : NO_MAIL}</p>
      </div>
      {reports && reports.length > 0 ? (
        <table className="reports">
          <caption className="visually-hidden">Email reports of the last 90 days</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Period</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <ReportRow key={report.period} report={report} />
            ))}
          </tbody>
        </table>
      ) : (
        <p>No reports have been sent yet.</p>
      )}
      {sendsReports && <SendReport id={id} />}
    </section>
  );
}

function whenInWords({ email, emailEvery, timezone }: Website): string {
  if (!email) return 'Email reports are switched off. You can switch them on below.';
  const day = emailEvery === 'MONTHLY' ? 'On the first of every month' : 'Every Monday';
  return `${day} at 08:00 (${timezone.replaceAll('_', ' ')}).`;
}

function ReportRow({ report }: { report: Report }) {
  const { period, state, attempts, error } = report;
  return (
    <tr>
      <th scope="row">{periodInWords(period)}</th>
      <td>
        <p className={state === 'REFUSED' ? 'error-text' : undefined}>
          {stateInWords(report)}
          {attempts > 1 && <span className="quiet"> ({attempts} attempts)</span>}
        </p>
        {error && <p className={state === 'REFUSED' ? 'error-text' : 'quiet'}>{error}</p>}
      </td>
    </tr>
  );
}
