import { useDeferredValue, useEffect, useState } from 'react';
import type { FilterDimension } from '../../../engine/registry/dimensions.ts';
import type { StatName } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { directionOf } from '../../shared/i18n/direction.ts';
import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { RowsDocument } from '../documents.ts';
import { labelOf, valueInWords } from '../labels.ts';
import { searchIn } from '../searchIn.ts';
import type { Period } from '../types.ts';
import { LIMITS } from './conditions.ts';
import { HostNamesDocument } from './documents.ts';

interface Props {
  dimension: FilterDimension;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

/**
 * Values of a dimension to choose from: those of the period whose value or name contains a text, the most
 * frequent first.
 */
export function ValuePicker({ dimension, trackingId, period, chosen, onChange }: Props) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { from, to } = period;
  const asked = searchIn([dimension], search, null);
  const variables = { trackingId, from, to, search: asked.search, filter: asked.filter };
  const isHost = dimension === 'host';
  const name = dimension.toUpperCase() as StatName;
  const ofStatistic = useAsk(RowsDocument, { ...variables, name, sort: 'MAX' as const }, { pause: isHost });
  const ofHosts = useAsk(HostNamesDocument, variables, { pause: !isHost });
  const [{ error, fetching }, refetch] = isHost ? ofHosts : ofStatistic;
  const rows = isHost
    ? (ofHosts[0].data?.website?.period.breakdown.nodes ?? []).flatMap(({ values: [host], pageviews }) =>
        host ? [{ ...host, count: pageviews }] : [],
      )
    : (ofStatistic[0].data?.website?.period.stats.nodes ?? []);
  const isOffered = new Set(rows.map(({ value }) => value));
  // Chosen values stay in the list, so that they can be removed.
  const others = chosen.filter((value) => !isOffered.has(value));
  const isNew = search !== '' && !asked.byName && !fetching && rows.every(({ value }) => value !== search);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const [first, second] = rows;
  const only = first && !second && !chosen.includes(first.value) ? first.value : null;
  const isPending = fetching || search !== text.trim();
  // Whether Enter was pressed before the values of the text were there.
  const [isEntered, setEntered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the wait chooses.
  useEffect(() => {
    if (!isEntered || isPending) return;
    setEntered(false);
    if (only !== null) toggle(only);
  }, [isEntered, isPending]);
  const option = (value: string, label: string, count?: number) => (
    <li key={value}>
      <label>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          disabled={chosen.length >= LIMITS.values && !chosen.includes(value)}
          onChange={() => toggle(value)}
        />
        <span title={label} dir={directionOf(label)}>
          {label}
        </span>
        {count !== undefined && <span className="quiet">{grouped(count)}</span>}
      </label>
    </li>
  );
  return (
    <>
      <input
        type="search"
        aria-label={t('values.search')}
        placeholder={t('values.search')}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // Enter chooses the only value that is offered, instead of closing the dialog.
          if (event.key !== 'Enter' || (!isPending && only === null)) return;
          event.preventDefault();
          if (isPending) setEntered(true);
          else if (only !== null) toggle(only);
        }}
      />
      {error && <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />}
      <ul className="filter-editor-values" aria-label={t('values.list')} aria-busy={fetching}>
        {others.map((value) => option(value, valueInWords(dimension, value)))}
        {rows.map((row) => option(row.value, labelOf(dimension, row), row.count))}
        {isNew && !chosen.includes(search) && option(search, t('values.exactly', { text: search }))}
        {rows.length + others.length === 0 && !isNew && (
          <li className="quiet">{t(fetching ? 'values.loading' : 'values.none')}</li>
        )}
      </ul>
    </>
  );
}
