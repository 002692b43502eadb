import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { daysInWords, inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { periodArguments, type Shown } from '../address.ts';
import { CHART_METRICS, type Metric, metricWithGoal } from '../chart/metrics.ts';
import { withRow } from '../filters/rowFilter.ts';
import { partsInWords } from '../filters/words.ts';
import { CurrencyPicker, GoalPicker } from '../goals/GoalPicker.tsx';
import { useGoalNames } from '../goals/goalNames.ts';
import type { ChosenGoal } from '../goals/useGoalNumbers.ts';
import type { Goals } from '../goals/useGoals.ts';
import { titleOf } from '../panels/panels.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { DetailsTable } from './DetailsTable.tsx';
import { type Details, metricOf, withColumns } from './detailsAddress.ts';
import { DetailsDocument } from './documents.ts';
import { Export } from './Export.tsx';
import { columnsWithGoal, withShownColumns } from './goalColumns.ts';
import { hasChange, variablesOf } from './rows.ts';
import { SplitSelect } from './SplitSelect.tsx';
import './detailsDialog.css';

interface Props {
  shown: Shown;
  /** The filter of the statistics. */
  given: FilterInput | null;
  details: Details;
  /** With the numbers of the chosen goal. */
  website: Website;
  goals: Goals;
  chosenGoal: ChosenGoal;
  trackingId: string;
  go: Go;
  canFilter: boolean;
}

/** All rows of a dimension as a table, with search, a second dimension, a choice of columns, and files. */
export default function DetailsDialog({ shown, given, website, goals, chosenGoal, ...props }: Props) {
  const { trackingId, go, canFilter } = props;
  const details = withShownColumns(props.details, chosenGoal.metrics);
  const { currency, currencies } = chosenGoal;
  const { panel, search, sort } = details;
  const { period, domain, timezone } = website;
  const { from, to } = period;
  const { filters } = shown;
  const names = useGoalNames();
  const scope = {
    trackingId,
    from,
    to,
    filter: given,
    period: periodArguments(shown),
    goal: chosenGoal.globalId,
    currency,
  };
  const [text, setText] = useState(search);
  const [note, setNote] = useState('');
  const [{ data, fetching }] = useAsk(DetailsDocument, { ...variablesOf(details, scope), after: null });
  const total = data?.website?.period.breakdown.totalCount;

  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(() => go({ details: { ...details, search: text } }, 'replace'), 200);
    return () => clearTimeout(timer);
  }, [text, search, details, go]);

  function change(next: Partial<Details>) {
    setNote('');
    go({ details: { ...details, ...next } }, 'replace');
  }
  function chooseGoal(goal: string | null) {
    setNote('');
    const columns = columnsWithGoal(details.columns, goal);
    const metric = metricWithGoal(shown.metric, goal);
    go({ goal, metric, details: withColumns(details, columns) }, 'replace');
  }
  function sortBy(metric: Metric) {
    const isReversed = sort.metric === metric && sort.direction === 'desc';
    change({ sort: { metric, direction: isReversed ? 'asc' : 'desc' } });
  }
  const whole = period[CHART_METRICS[metricOf(panel)].field] as number;
  return (
    <Dialog title={titleOf(panel.name)} className="details-dialog" onClose={() => go({ details: null })}>
      <div className="details-dialog-tools">
        <label className="details-dialog-search">
          <Search size={16} aria-hidden />
          <span className="visually-hidden">
            {t('details.search', { title: inSentence(titleOf(panel.name)) })}
          </span>
          <input
            type="search"
            placeholder={t('details.searchShort')}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <SplitSelect details={details} onChoose={(split) => change({ split })} />
        <ColumnMenu
          details={details}
          goalMetrics={chosenGoal.metrics}
          onChoose={(columns) => change(withColumns(details, columns))}
        >
          <GoalPicker goals={goals} chosen={chosenGoal.id} onChoose={chooseGoal} />
          <CurrencyPicker
            currencies={currencies}
            chosen={currency}
            onChoose={(chosen) => go({ currency: chosen }, 'replace')}
          />
        </ColumnMenu>
        <Export
          about={{
            details,
            scope,
            domain,
            timezone,
            goal: chosenGoal.id && names.nameOf(chosenGoal.id),
            whole,
            compared: hasChange(details, { period, website }) ? period.previous : null,
          }}
          onNote={setNote}
        />
      </div>
      <p className="details-dialog-days quiet">
        <span role="status">
          {total !== undefined
            ? `${t('details.count', { count: total })} · `
            : fetching && `${t('details.loading')} · `}
        </span>
        {[daysInWords(from, to), ...partsInWords(filters, names)].join(' · ')}
      </p>
      {note && (
        <p className="error-text details-dialog-days" role="alert">
          {note}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: allows scrolling by keyboard. */}
      <section className="details-dialog-rows" tabIndex={0} aria-label={t('details.rows')}>
        <DetailsTable
          details={details}
          scope={scope}
          website={website}
          filter={
            canFilter ? (values) => go({ filters: withRow(filters, values), details: null }, 'replace') : null
          }
          onSort={sortBy}
        />
      </section>
    </Dialog>
  );
}
