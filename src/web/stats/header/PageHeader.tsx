import { daysInWords } from '../../../stats/format.ts';
import type { Range } from '../address.ts';
import { isUnfinished } from '../chart/points.ts';
import type { Website } from '../types.ts';
import { RangePicker } from './RangePicker.tsx';

interface Props {
  website: Website | null;
  range: Range;
  onChoose: (range: Range) => void;
}

/** The website's domain and the days shown, with the range picker. */
export function PageHeader({ website, range, onChoose }: Props) {
  const period = website?.period;
  return (
    <header className="statistics-header">
      <div>
        <h1>{website ? website.domain : <Wait>Statistics</Wait>}</h1>
        <p className="quiet">
          {website && period ? (
            <>
              {daysInWords(period.from, period.to)}
              {isUnfinished(period, website) && ', so far'}
            </>
          ) : (
            <Wait>Days shown</Wait>
          )}
        </p>
      </div>
      <RangePicker range={range} website={website} onChoose={onChoose} />
    </header>
  );
}

function Wait({ children }: { children: string }) {
  return (
    <>
      <span className="visually-hidden">{children}</span>
      <span className="skeleton statistics-wait" />
    </>
  );
}
