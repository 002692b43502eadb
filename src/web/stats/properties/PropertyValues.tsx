import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { OTHER } from '../../../engine/registry/statistics.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { SearchInput } from '../../shared/SearchInput.tsx';
import { usePaused } from '../../shared/usePaused.ts';
import { ValuesDocument } from '../filters/documents.ts';
import { bothOf } from '../filters/filterInput.ts';
import { propertyValueInWords } from '../filters/words.ts';
import { MiddleCut } from '../panels/MiddleCut.tsx';
import type { Website } from '../types.ts';
import '../panels/barRow.css';

/** Filters the page by a value of a property; `event` is null for pageviews. */
export type FilterByProperty = (property: { event: string | null; name: string; value: string }) => void;

interface Props {
  /** The event that has the property; null for pageviews. */
  event: string | null;
  name: string;
  website: Website;
  trackingId: string;
  /** The filter of the statistics. */
  given: FilterInput | null;
  onFilter: FilterByProperty;
  /** Leads to the other properties; null if there are none. */
  onBack: (() => void) | null;
}

/** Time without a keystroke after which a text is searched. */
const PAUSE_MS = 200;

/** The values of a property and how often they were counted. A click on one filters the page by it. */
export function PropertyValues({ event, name, website, trackingId, given, onFilter, onBack }: Props) {
  const { from, to } = website.period;
  const [text, setText] = useState('');
  const search = usePaused(text, PAUSE_MS);
  const variables = {
    trackingId,
    from,
    to,
    by: 'PROPERTY' as const,
    property: name,
    search: search || null,
    filter: event === null ? given : bothOf(given, { event: { in: [event] } }),
    orderBy: { metric: event === null ? ('PAGEVIEWS' as const) : ('EVENTS' as const) },
  };
  const [{ data, error, fetching }, refetch] = useAsk(ValuesDocument, variables);
  const found = data?.website?.period.breakdown;
  const rows = (found?.nodes ?? []).flatMap(({ values: [one], pageviews, events, visitors }) => {
    const count = event === null ? pageviews : events;
    // Events may have the property, too.
    return one && count > 0 ? [{ value: one.value, count, visitors }] : [];
  });
  const most = Math.max(0, ...rows.map(({ count }) => count));
  return (
    <>
      {onBack && (
        <button type="button" className="button plain properties-back" onClick={onBack}>
          <ChevronLeft size={16} aria-hidden /> {t('properties.back')}
        </button>
      )}
      <h3>{name}</h3>
      <SearchInput label={t('values.search')} text={text} onType={setText} maxLength={200} />
      <div className="properties-head quiet">
        <span>{t('properties.value')}</span>
        <span>{t(event === null ? 'panel.pageviews' : 'panel.events')}</span>
        <span>{t('panel.visitors')}</span>
      </div>
      {error ? (
        <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
      ) : (
        <ul className="properties-values" aria-label={t('properties.values', { name })} aria-busy={fetching}>
          {rows.map((row) => (
            <ValueRow
              key={row.value}
              {...row}
              most={most}
              onFilter={() => onFilter({ event, name, value: row.value })}
            />
          ))}
        </ul>
      )}
      <p className="quiet properties-note" role="status">
        {found && rows.length === 0 && !fetching && t('panel.noRows')}
        {!found && fetching && t('details.loading')}
        {found &&
          found.totalCount > found.nodes.length &&
          t('properties.more', { shown: found.nodes.length, total: grouped(found.totalCount) })}
      </p>
    </>
  );
}

interface RowProps {
  value: string;
  count: number;
  visitors: number;
  /** The largest count, whose bar is as long as the row. */
  most: number;
  onFilter: () => void;
}

function ValueRow({ value, count, visitors, most, onFilter }: RowProps) {
  const label = value === OTHER ? t('value.other') : propertyValueInWords(value);
  return (
    <li className="bar-row">
      <span className="bar-row-bar" style={{ width: `${most > 0 ? (count / most) * 100 : 0}%` }} />
      {value === OTHER ? (
        <span className="bar-row-label quiet">{label}</span>
      ) : (
        <button
          type="button"
          className="bar-row-label"
          title={label}
          aria-label={t('filters.by', { label })}
          onClick={onFilter}
        >
          <MiddleCut text={label} />
        </button>
      )}
      <span className="bar-row-count">{grouped(count)}</span>
      <span className="properties-visitors">{grouped(visitors)}</span>
    </li>
  );
}
