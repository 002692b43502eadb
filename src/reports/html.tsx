import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { grouped, periodInWords, shortDayInWords } from '../stats/format.ts';
import type { Report, Top } from './collect.ts';
import { Frame, LINK, QUIET, Table } from './frame.tsx';
import { checks, comparison, isEmpty, type Links, oneLine, reason, subjectOf, totalsOf } from './words.ts';

/**
 * A report as HTML for mail programs: tables, and styles on the elements, because many of them know nothing else; nothing is loaded from
 * anywhere. Those that know `prefers-color-scheme` show it dark.
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
          See the statistics
        </a>
      </p>
    </Frame>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Nothing({ report, links }: { report: Report; links: Links }) {
  return (
    <>
      <p style={{ margin: '0 0 12px', fontWeight: 'bold' }}>Nobody was counted in this time.</p>
      <p style={{ margin: '0 0 8px' }}>What to check:</p>
      <ul style={{ margin: 0, paddingLeft: 22 }}>
        {checks(report).map((line) => (
          <li key={line} style={{ marginBottom: 8 }}>
            {line}
          </li>
        ))}
      </ul>
      <p style={{ margin: '12px 0 0' }}>
        The line to put on the pages is in the{' '}
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

function Section({ title, unit, children }: { title: string; unit?: string; children: ReactNode }) {
  return (
    <>
      <h2 style={{ margin: '26px 0 6px', fontSize: 16 }}>
        {title}
        {unit && unit !== title.toLowerCase() && (
          <span className="quiet" style={{ ...QUIET, fontWeight: 'normal', fontSize: 13 }}>
            {' '}
            by {unit}
          </span>
        )}
      </h2>
      {children}
    </>
  );
}

function Days({ report: { days } }: { report: Report }) {
  const most = Math.max(...days.map(({ visitors }) => visitors), 1);
  // A month has many of them.
  const padding = days.length > 7 ? '1px 0' : '3px 0';
  return (
    <Table>
      {days.map(({ at, visitors }) => (
        <tr key={at}>
          <th
            scope="row"
            align="left"
            className="quiet"
            style={{
              ...QUIET,
              width: 96,
              padding,
              fontSize: 13,
              fontWeight: 'normal',
              whiteSpace: 'nowrap',
            }}
          >
            {shortDayInWords(at)}
          </th>
          <td style={{ padding }}>
            <Bar share={visitors / most} />
          </td>
          <td align="right" width={64} style={{ padding, fontSize: 13 }}>
            {grouped(visitors)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Cells that are as wide as a share says: the one thing that is a bar everywhere. */
function Bar({ share }: { share: number }) {
  const width = Math.max(Math.round(share * 100), share > 0 ? 1 : 0);
  return (
    <Table layout>
      <tr>
        {width > 0 && (
          <td
            className="bar"
            width={`${width}%`}
            height={12}
            style={{ background: '#8ea2f0', borderRadius: 3, fontSize: 0, lineHeight: 0 }}
          >
            &nbsp;
          </td>
        )}
        {width < 100 && (
          <td width={`${100 - width}%`} height={12} style={{ fontSize: 0, lineHeight: 0 }}>
            &nbsp;
          </td>
        )}
      </tr>
    </Table>
  );
}

function Rows({ top: { rows } }: { top: Top }) {
  return (
    <Table>
      {rows.map(({ label, count }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two labels may be alike.
        <tr key={index}>
          <td
            className="line"
            style={{ padding: '4px 0', borderTop: '1px solid #e3e6eb', wordBreak: 'break-word' }}
          >
            {oneLine(label)}
          </td>
          <td
            align="right"
            width={72}
            className="line"
            style={{ padding: '4px 0', borderTop: '1px solid #e3e6eb', fontWeight: 'bold' }}
          >
            {grouped(count)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
