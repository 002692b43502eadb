import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Report } from './collect.ts';
import { Button, Frame, LINK, QUIET, Table } from './frame.tsx';
import { Days, Goals, Section, TopRows } from './parts.tsx';
import { checks, comparison, isEmpty, type Links, reason, subjectOf, totalsOf, type Words } from './words.ts';

/**
 * Renders a report as HTML for mail clients. Uses tables and inline styles, because many clients support
 * nothing else. Loads no external resources. Clients that support `prefers-color-scheme` show it in dark
 * mode.
 */
export function reportHtml(report: Report, links: Links, words: Words): string {
  const { website, period, visitors, pageviews, visits } = report;
  const { t, grouped } = words;
  const page = (
    <Frame
      language={words.language}
      title={subjectOf(report, words)}
      preview={t('mails.preview', {
        visitors: grouped(visitors.now),
        pageviews: grouped(pageviews.now),
        visits: grouped(visits.now),
      })}
      foot={
        <>
          {reason(report, words)}{' '}
          <a href={links.settings} className="link" style={LINK}>
            {t('mails.settings')}
          </a>
          {' · '}
          <a href={links.unsubscribe} className="link" style={LINK}>
            {t('mails.unsubscribe')}
          </a>
        </>
      }
    >
      <h1 style={{ margin: 0, fontSize: 22, lineHeight: '28px' }}>{website.domain}</h1>
      <p className="quiet" style={{ ...QUIET, margin: '2px 0 20px' }}>
        {words.periodInWords(period.name)}
      </p>
      {isEmpty(report) ? (
        <Nothing report={report} links={links} words={words} />
      ) : (
        <Numbers report={report} words={words} />
      )}
      <p style={{ margin: '28px 0 0' }}>
        <Button href={links.statistics}>{t('mails.statistics.button')}</Button>
      </p>
    </Frame>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Nothing({ report, links, words }: { report: Report; links: Links; words: Words }) {
  const { t, rich } = words;
  const link = (text: ReactNode) => (
    <a href={links.settings} className="link" style={LINK}>
      {text}
    </a>
  );
  return (
    <>
      <p style={{ margin: '0 0 12px', fontWeight: 'bold' }}>{t('mails.none')}</p>
      <p style={{ margin: '0 0 8px' }}>{t('mails.check')}</p>
      <ul style={{ margin: 0, paddingLeft: 22 }}>
        {checks(report, words).map((line) => (
          <li key={line} style={{ marginBottom: 8 }}>
            {line}
          </li>
        ))}
      </ul>
      <p style={{ margin: '12px 0 0' }}>
        {rich<'mails.snippet', ReactNode>('mails.snippet', { link }, joined)}
      </p>
    </>
  );
}

const joined = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);

function Numbers({ report, words }: { report: Report; words: Words }) {
  return (
    <>
      <Table>
        {totalsOf(report, words).map(([name, count]) => (
          <tr key={name}>
            <th scope="row" align="left" style={{ padding: '5px 0', fontWeight: 'normal' }}>
              {name}
              <br />
              <span className="quiet" style={{ ...QUIET, fontSize: 13 }}>
                {comparison(count, report, words)}
              </span>
            </th>
            <td align="right" style={{ padding: '5px 0 5px 14px', fontSize: 26, fontWeight: 'bold' }}>
              {words.grouped(count.now)}
            </td>
          </tr>
        ))}
      </Table>
      <Section title={words.t('mails.byDay')}>
        <Days report={report} words={words} />
      </Section>
      {report.goals.length > 0 && <Goals report={report} words={words} />}
      {report.tops
        .filter(({ rows }) => rows.length > 0)
        .map((top) => (
          <TopRows key={top.name} top={top} words={words} />
        ))}
    </>
  );
}
