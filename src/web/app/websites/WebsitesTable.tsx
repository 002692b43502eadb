import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { presetInWords } from '../../shared/periods.ts';
import { COLUMNS, type Column, nextOrder, type Order, orderText, type Shown } from './address.ts';
import { beforeInWords } from './comparedWith.ts';
import { PAGE_ROWS } from './list.ts';
import { type Read, WebsitesPage } from './WebsitesPage.tsx';
import './websitesTable.css';

interface Props {
  shown: Shown;
  onRead: (read: Read) => void;
  onOrder: (order: Order) => void;
  onPages: (pages: number) => void;
}

/** Identifies a list. Its pages are kept while the key stays the same. */
const keyOf = ({ search, period, order }: Shown) => [search, period, orderText(order)].join('\n');

interface Pages {
  key: string;
  /** The cursors after which the known pages start. */
  afters: (string | null)[];
  total: number;
}

/** The matching websites, in pages below each other. */
export function WebsitesTable({ shown, onRead, onOrder, onPages }: Props) {
  const key = keyOf(shown);
  const [pages, setPages] = useState<Pages>({ key, afters: [null], total: -1 });
  // Another search begins with the first page, which shows the previous rows until the new ones are loaded.
  if (pages.key !== key) setPages({ key, afters: [null], total: -1 });
  const { afters, total } = pages;
  const read = useCallback(
    (index: number, page: Read) => {
      setPages((before) => {
        const cursors = before.afters.slice(0, index + 1);
        return { ...before, afters: page.next ? [...cursors, page.next] : cursors, total: page.total };
      });
      if (index === 0) onRead(page);
    },
    [onRead],
  );

  if (total === 0 && shown.search) {
    return <p className="card panel">{t('websites.noMatch', { search: shown.search })}</p>;
  }
  const open = afters.slice(0, shown.pages);
  return (
    <>
      <table className="card websites">
        <caption className="visually-hidden">
          {t('websites.caption', { period: presetInWords(shown.period) })}
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortableHeader key={column} column={column} shown={shown} onOrder={onOrder} />
            ))}
            <th scope="col" className="websites-line">
              {t('websites.line')}
            </th>
            <th scope="col" className="websites-ways">
              <span className="visually-hidden">{t('websites.settings')}</span>
            </th>
          </tr>
        </thead>
        {open.map((after, index) => (
          <Page
            key={after}
            shown={shown}
            after={after}
            index={index}
            rows={index === 0 ? 5 : Math.min(PAGE_ROWS, total - index * PAGE_ROWS)}
            onRead={read}
          />
        ))}
      </table>
      {afters.length > open.length && (
        <p className="websites-more-rows">
          <button type="button" className="button" onClick={() => onPages(open.length + 1)}>
            {t('websites.more')}
          </button>
        </p>
      )}
    </>
  );
}

interface PageProps {
  shown: Shown;
  after: string | null;
  index: number;
  rows: number;
  onRead: (index: number, read: Read) => void;
}

function Page({ index, onRead, ...rest }: PageProps) {
  const read = useCallback((page: Read) => onRead(index, page), [index, onRead]);
  return <WebsitesPage {...rest} onRead={read} />;
}

interface HeaderProps {
  column: Column;
  shown: Shown;
  onOrder: (order: Order) => void;
}

function SortableHeader({ column, shown: { order, period }, onOrder }: HeaderProps) {
  const isSorted = order.column === column;
  const before = beforeInWords(period);
  const isDown = order.direction === 'DESC';
  return (
    <th
      scope="col"
      className={column === 'name' ? undefined : 'websites-number'}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        title={column === 'name' || !before ? undefined : t('websites.changes', { before })}
        onClick={() => onOrder(nextOrder(order, column))}
      >
        {column === 'name' ? t('websites.website') : t(`metric.${column}`)}
        {isSorted && (isDown ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />)}
      </button>
    </th>
  );
}
