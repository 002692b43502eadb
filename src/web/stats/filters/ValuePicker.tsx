import { useDeferredValue, useEffect, useState } from 'react';
import type { FilterDimension } from '../../../engine/registry/dimensions.ts';
import type { StatName } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { directionOf } from '../../shared/i18n/direction.ts';
import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { labelOf, valueInWords } from '../labels.ts';
import { RowsDocument } from '../rowsDocument.ts';
import { searchIn } from '../searchIn.ts';
import type { Period } from '../types.ts';
import { LIMITS } from './conditions.ts';
import { ValuesDocument } from './documents.ts';
import { propertyValueInWords } from './words.ts';

interface Props {
  dimension: FilterDimension | 'property';
  /** The name of the property. */
  property?: string | undefined;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

/**
 * Values of a dimension to choose from: those of the period whose value or name contains a text, the most
 * frequent first.
 */
export function ValuePicker({ dimension, property, trackingId, period, chosen, onChange }: Props) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { from, to } = period;
  const asked = searchIn([dimension], search, null);
  const variables = { trackingId, from, to, search: asked.search, filter: asked.filter };
  // These have no statistic.
  const by = dimension === 'host' ? 'HOST' : dimension === 'property' ? 'PROPERTY' : null;
  const name = dimension.toUpperCase() as StatName;
  const ofStatistic = useAsk(
    RowsDocument,
    { ...variables, name, sort: 'MAX' as const },
    { pause: by !== null },
  );
  const ofOther = useAsk(
    ValuesDocument,
    { ...variables, by: by ?? 'HOST', property: property ?? null },
    { pause: by === null },
  );
  const [{ error, fetching }, refetch] = by ? ofOther : ofStatistic;
  const rows = by
    ? (ofOther[0].data?.website?.period.breakdown.nodes ?? []).flatMap(
        ({ values: [one], pageviews, events }) => (one ? [{ ...one, count: pageviews + events }] : []),
      )
    : (ofStatistic[0].data?.website?.period.stats.nodes ?? []);
  const isOffered = new Set(rows.map(({ value }) => value));
  // Chosen values stay in the list, so that they can be removed.
  const others = chosen.filter((value) => !isOffered.has(value));
  const isNew = search !== '' && !asked.byName && !fetching && rows.every(({ value }) => value !== search);
  const inWords = (row: { value: string; label?: string }) => {
    if (dimension === 'property') return propertyValueInWords(row.value);
    const { value, label } = row;
    return label === undefined ? valueInWords(dimension, value) : labelOf(dimension, { value, label });
  };
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
        {others.map((value) => option(value, inWords({ value })))}
        {rows.map((row) => option(row.value, inWords(row), row.count))}
        {isNew && !chosen.includes(search) && option(search, t('values.exactly', { text: search }))}
        {rows.length + others.length === 0 && !isNew && (
          <li className="quiet">{t(fetching ? 'values.loading' : 'values.none')}</li>
        )}
      </ul>
    </>
  );
}
