import { daysInWords } from '../../../stats/format.ts';
import type { Range } from '../address.ts';
import { isUnfinished } from '../chart/points.ts';
import { WebsiteSwitcher } from '../switcher/WebsiteSwitcher.tsx';
import type { Website } from '../types.ts';
import { RangePicker } from './RangePicker.tsx';

interface Props {
  website: Website | null;
  /** Whether the viewer is logged in: the domain then opens a menu of the account's websites. */
  account: boolean;
  range: Range;
  onChoose: (range: Range) => void;
}

/** The website's domain and the days shown, with the range picker. */
export function PageHeader({ website, account, range, onChoose }: Props) {
  const period = website?.period;
  return (
    <header className="statistics-header">
      <div>
        {website ? (
          <WebsiteSwitcher website={website} account={account} />
        ) : (
          <h1>
            <Wait>Statistics</Wait>
          </h1>
        )}
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
