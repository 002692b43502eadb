import type { ReactNode } from 'react';
import type { Report, Top } from './collect.ts';
import { QUIET, Table } from './frame.tsx';
import { goalDetails, headingOf, oneLine, type Words } from './words.ts';

interface SectionProps {
  title: string;
  /** What the numbers of the section count; null if the title says it. */
  unit?: string | null;
  children: ReactNode;
}

/** A section of a report with its own heading. */
export function Section({ title, unit = null, children }: SectionProps) {
  return (
    <>
      <h2 style={{ margin: '26px 0 6px', fontSize: 16 }}>
        {title}
        {unit !== null && (
          <span className="quiet" style={{ ...QUIET, fontWeight: 'normal', fontSize: 13 }}>
            {' '}
            {unit}
          </span>
        )}
      </h2>
      {children}
    </>
  );
}

/** The visitors of each day as bars. */
export function Days({ report: { days }, words }: { report: Report; words: Words }) {
  const most = Math.max(...days.map(({ visitors }) => visitors), 1);
  // A month has many rows.
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
            {words.shortDayInWords(at)}
          </th>
          <td style={{ padding }}>
            <Bar share={visitors / most} />
          </td>
          <td align="right" width={64} style={{ padding, fontSize: 13 }}>
            {words.grouped(visitors)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A bar made of table cells with relative widths, the only kind of bar that all mail clients show. */
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

/** The goals with their conversions, as a section. */
export function Goals({ report, words }: { report: Report; words: Words }) {
  const rows = report.goals.map((goal): Row => {
    const details = goalDetails(goal, report, words);
    return { label: goal.name, count: goal.conversions.now, details };
  });
  return (
    <Section title={words.t('group.goals')} unit={words.t('mails.by.conversions')}>
      <Rows rows={rows} words={words} />
    </Section>
  );
}

/** The first rows of a statistic, as a section. */
export function TopRows({ top, words }: { top: Top; words: Words }) {
  const rows = top.rows.map((row): Row => ({ label: words.labelOf(top.name, row), count: row.count }));
  return (
    <Section {...headingOf(top, words)}>
      <Rows rows={rows} words={words} />
    </Section>
  );
}

interface Row {
  label: string;
  count: number;
  /** Lines below the label. */
  details?: readonly string[];
}

function Rows({ rows, words }: { rows: readonly Row[]; words: Words }) {
  return (
    <Table>
      {rows.map(({ label, count, details = [] }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal.
        <tr key={index}>
          <td
            className="line"
            style={{ padding: '4px 0', borderTop: '1px solid #e3e6eb', wordBreak: 'break-word' }}
          >
            {oneLine(label)}
            {details.map((line) => (
              <span key={line} className="quiet" style={{ ...QUIET, fontSize: 13 }}>
                <br />
                {line}
              </span>
            ))}
          </td>
          <td
            align="right"
            valign="top"
            width={72}
            className="line"
            style={{ padding: '4px 0', borderTop: '1px solid #e3e6eb', fontWeight: 'bold' }}
          >
            {words.grouped(count)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
