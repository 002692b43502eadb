import { Plus } from 'lucide-react';
import { useClient } from 'urql';
import type { FilterInput } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { periodArguments, type Shown } from '../address.ts';
import { CsvButton } from '../panels/CsvButton.tsx';
import { isCompared } from '../panels/RowChange.tsx';
import type { Website } from '../types.ts';
import { PART } from './cardDocuments.ts';
import { useGoalEditing } from './editGoal.ts';
import { GoalPart } from './GoalPart.tsx';
import type { Goals } from './useGoals.ts';
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
  const variables = { trackingId, filter: given, ...periodArguments(shown) };
  const client = useClient();
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
              {Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) => part * PART).map(
                (offset) => (
                  <GoalPart
                    key={offset}
                    rows={rows.slice(offset, offset + PART)}
                    variables={{ ...variables, first: PART, offset }}
                    website={website}
                    stale={stale}
                    most={most}
                    filter={filter}
                    edit={edit}
                    compared={compared}
                  />
                ),
              )}
            </ul>
          </div>
          <footer>
            {showAll && (
              <button type="button" className="button plain" onClick={showAll}>
                {t('goals.all')}
              </button>
            )}
            <span className="panel-card-end">
              <CsvButton
                save={async () => {
                  const { saveGoals } = await import('./goalFile.ts');
                  await saveGoals(client, {
                    variables,
                    domain: website.domain,
                    isCompared: compared !== null,
                  });
                }}
              />
              {create}
            </span>
          </footer>
        </>
      )}
    </section>
  );
}
