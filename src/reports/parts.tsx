import type { ReactNode } from 'react';
import { grouped, shortDayInWords } from '../stats/format.ts';
import type { Report, Top } from './collect.ts';
import { QUIET, Table } from './frame.tsx';
import { oneLine } from './text.ts';

/** A section of a report with its own heading. */
export function Section({ title, unit, children }: { title: string; unit?: string; children: ReactNode }) {
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

/** The visitors of each day as bars. */
export function Days({ report: { days } }: { report: Report }) {
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

/** The first rows of a statistic. */
export function Rows({ top: { rows } }: { top: Top }) {
  return (
    <Table>
      {rows.map(({ label, count }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal.
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
