import { renderToStaticMarkup } from 'react-dom/server';
import { grouped, periodInWords } from '../stats/format.ts';
import type { Report } from './collect.ts';
import { Frame, LINK, QUIET, Table } from './frame.tsx';
import { Days, Rows, Section } from './parts.tsx';
import { checks, comparison, isEmpty, type Links, reason, subjectOf, totalsOf } from './text.ts';

/**
 * Renders a report as HTML for mail clients. Uses tables and inline styles, because many clients support
 * nothing else. Loads no external resources. Clients that support `prefers-color-scheme` show it in dark
 * mode.
 */
export function reportHtml(report: Report, links: Links): string {
  const { website, period } = report;
  const page = (
    <Frame
      title={subjectOf(report)}
      preview={totalsOf(report)
        .map(([name, { now }]) => `${grouped(now)} ${name.toLowerCase()}`)
        .join(', ')}
      foot={
        <>
          {reason(report)}{' '}
          <a href={links.settings} className="link" style={LINK}>
            Settings
          </a>
          {' · '}
          <a href={links.unsubscribe} className="link" style={LINK}>
            Unsubscribe
          </a>
        </>
      }
    >
      <h1 style={{ margin: 0, fontSize: 22, lineHeight: '28px' }}>{website.domain}</h1>
      <p className="quiet" style={{ ...QUIET, margin: '2px 0 20px' }}>
        {periodInWords(period.name)}
      </p>
      {isEmpty(report) ? <Nothing report={report} links={links} /> : <Numbers report={report} />}
      <p style={{ margin: '28px 0 0' }}>
        <a
          href={links.statistics}
          className="button"
          style={{
            ...{ display: 'inline-block', padding: '11px 20px', borderRadius: 8, textDecoration: 'none' },
            ...{ background: '#3b5bdb', color: '#ffffff', fontWeight: 'bold' },
          }}
        >
          View statistics
        </a>
      </p>
    </Frame>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Nothing({ report, links }: { report: Report; links: Links }) {
  return (
    <>
      <p style={{ margin: '0 0 12px', fontWeight: 'bold' }}>No visitors were counted in this period.</p>
      <p style={{ margin: '0 0 8px' }}>What to check:</p>
      <ul style={{ margin: 0, paddingLeft: 22 }}>
        {checks(report).map((line) => (
          <li key={line} style={{ marginBottom: 8 }}>
            {line}
          </li>
        ))}
      </ul>
      <p style={{ margin: '12px 0 0' }}>
        The tracking snippet is in the{' '}
        <a href={links.settings} className="link" style={LINK}>
          settings
        </a>
        .
      </p>
    </>
  );
}

function Numbers({ report }: { report: Report }) {
  return (
    <>
      <Table>
        {totalsOf(report).map(([name, count]) => (
          <tr key={name}>
            <th scope="row" align="left" style={{ padding: '5px 0', fontWeight: 'normal' }}>
              {name}
              <br />
              <span className="quiet" style={{ ...QUIET, fontSize: 13 }}>
                {comparison(count, report.period)}
              </span>
            </th>
            <td align="right" style={{ padding: '5px 0 5px 14px', fontSize: 26, fontWeight: 'bold' }}>
              {grouped(count.now)}
            </td>
          </tr>
        ))}
      </Table>
      <Section title="Visitors by day">
        <Days report={report} />
      </Section>
      {report.tops
        .filter(({ rows }) => rows.length > 0)
        .map((top) => (
          <Section key={top.title} title={top.title} unit={top.unit}>
            <Rows top={top} />
          </Section>
        ))}
    </>
  );
}
