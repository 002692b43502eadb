import { Plus } from 'lucide-react';
import type { FilterInput } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { periodArguments, type Shown } from '../address.ts';
import { isCompared } from '../panels/RowChange.tsx';
import type { Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { GoalChangesDocument } from './cardDocuments.ts';
import { useGoalEditing } from './editGoal.ts';
import { GoalItem } from './GoalItem.tsx';
import { type Goals, SHOWN } from './useGoals.ts';
import '../panels/panelCard.css';
import './goalsCard.css';

interface Props {
  website: Website;
  trackingId: string;
  goals: Goals;
  shown: Pick<Shown, 'range' | 'compare'>;
  /** The filter of the statistics. */
  given: FilterInput | null;
  /** Filters the page by a goal; null if the viewer may not. */
  filter: ((id: string) => void) | null;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** The goals of the website and how often they were met. Without goals, it tells the owner what they are. */
export default function GoalsCard({ website, trackingId, goals, shown, given, filter, stale }: Props) {
  const edit = useGoalEditing();
  const { rows, showAll } = goals;
  const compared = isCompared({ period: website.period, website })
    ? { period: website.period, website }
    : null;
  const later = useLaterResults(website, trackingId, rows.length, shown, given, stale);
  const most = Math.max(0, ...rows.map(({ conversions }) => conversions));
  const create = edit && (
    <button
      type="button"
      className="button plain"
      onClick={() => edit({ saved: null, name: '', filter: null })}
    >
      <Plus size={15} aria-hidden /> {t('goals.new')}
    </button>
  );
  return (
    <section className="card panel-card panel-card-goals" aria-label={t('group.goals')}>
      <header>
        <h2>{t('group.goals')}</h2>
      </header>
      {rows.length === 0 ? (
        <div className="goals-none">
          <strong>{t('goals.none')}</strong>
          <p className="quiet">{t('goals.what', { domain: website.domain })}</p>
          {create}
        </div>
      ) : (
        <>
          <div className="panel-card-body">
            <div className="panel-card-head goals-head quiet">
              <span>{t('statistic.goal.heading')}</span>
              <span className="panel-card-unit">{t('goals.conversions')}</span>
              {compared && <span className="panel-card-change">{t('panel.change')}</span>}
              <span className="goals-visitors">{t('goals.visitors')}</span>
              <span className="goals-rate">{t('goals.rate')}</span>
              {edit && <span className="goals-edit" />}
            </div>
            <ul className="panel-card-list">
              {rows.map((row) => (
                <GoalItem
                  key={row.goal?.id}
                  row={row}
                  most={most}
                  filter={filter}
                  edit={edit}
                  compared={compared}
                  revenue={later.get(row.goal?.id ?? '')?.revenue ?? []}
                  before={later.get(row.goal?.id ?? '')?.before ?? null}
                />
              ))}
            </ul>
          </div>
          <footer>
            {showAll ? (
              <button type="button" className="button plain" onClick={showAll}>
                {t('goals.all')}
              </button>
            ) : (
              <span />
            )}
            {create}
          </footer>
        </>
      )}
    </section>
  );
}

interface LaterResult {
  revenue: { currency: string; amount: string }[];
  /** The conversions in the compared period; null if there are none to compare with. */
  before: number | null;
}

const NONE: ReadonlyMap<string, LaterResult> = new Map();

/** Reads revenue and the conversions of the compared period by goal, after the page has its numbers. */
function useLaterResults(
  website: Website,
  trackingId: string,
  count: number,
  shown: Pick<Shown, 'range' | 'compare'>,
  given: FilterInput | null,
  stale: boolean,
): ReadonlyMap<string, LaterResult> {
  const variables = {
    trackingId,
    filter: given,
    ...periodArguments(shown),
    // Two lengths, so that a new goal does not make the page ask again for each of them.
    first: count > SHOWN.first ? SHOWN.all : SHOWN.first,
  };
  const pause = count === 0 || stale;
  const { data, isCurrent } = useAskLater(GoalChangesDocument, variables, { website, pause });
  const period = isCurrent ? data?.website?.period : null;
  if (!period) return NONE;
  const before = new Map(period.previous?.goals.map((one) => [one.goal?.id, one.conversions]));
  return new Map(
    period.goals.flatMap(({ goal, revenue }) =>
      goal ? [[goal.id, { revenue, before: before.get(goal.id) ?? null }] as const] : [],
    ),
  );
}
