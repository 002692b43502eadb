import { Pencil, Plus } from 'lucide-react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import type { Shown } from '../address.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { ChosenFunnel } from './ChosenFunnel.tsx';
import { FunnelsDocument } from './documents.ts';
import type { EditedFunnel, SavedFunnel } from './editedFunnel.ts';
import '../panels/panelCard.css';
import '../goals/goalsCard.css';
import './funnelsCard.css';

interface Props {
  website: Website;
  trackingId: string;
  shown: Shown;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  /** Whether the viewer may filter the page. */
  canFilter: boolean;
  /** Opens the dialog of a funnel; null if the viewer may not change funnels. */
  edit: ((funnel: EditedFunnel) => void) | null;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** A saved funnel of the website with its numbers. Without funnels, it tells the owner what they are. */
export default function FunnelsCard(props: Props) {
  const { website, trackingId, shown, given, go, canFilter, edit, stale } = props;
  const pause = website.shownFunnels.length === 0;
  const [{ data, error }, read] = useAsk(FunnelsDocument, { trackingId }, { pause });
  const funnels: readonly SavedFunnel[] = pause ? [] : (data?.website?.shownFunnels ?? []);
  const chosen = funnels.find(({ databaseId }) => String(databaseId) === shown.funnel.id) ?? funnels[0];
  const create = edit && (
    <button type="button" className="button plain" onClick={() => edit('new')}>
      <Plus size={15} aria-hidden /> {t('funnels.new')}
    </button>
  );
  return (
    <section className="card panel-card panel-card-funnels" aria-label={t('group.funnels')}>
      <header>
        <h2>{t('group.funnels')}</h2>
        {chosen && (
          <FunnelSelect
            funnels={funnels}
            chosen={chosen}
            onChoose={(id) => go({ funnel: { ...shown.funnel, id } })}
          />
        )}
        {chosen && edit && (
          <button
            type="button"
            className="goals-edit"
            aria-label={t('funnels.editOne', { name: chosen.name })}
            title={t('funnels.edit')}
            onClick={() => edit(chosen)}
          >
            <Pencil size={14} aria-hidden />
          </button>
        )}
      </header>
      {pause && (
        <div className="goals-none">
          <strong>{t('funnels.none')}</strong>
          <p className="quiet">{t('funnels.what', { domain: website.domain })}</p>
          {create}
        </div>
      )}
      {chosen && (
        <ChosenFunnel
          funnel={chosen}
          page={{ website, trackingId, shown, stale }}
          address={shown.funnel}
          given={given}
          go={go}
          canFilter={canFilter}
        >
          {create}
        </ChosenFunnel>
      )}
      {!pause && !chosen && (
        <div className="panel-card-body">
          {error ? (
            <Problem error={error} retry={() => read({ requestPolicy: 'network-only' })} />
          ) : (
            <div className="skeleton funnels-wait" />
          )}
        </div>
      )}
    </section>
  );
}

interface SelectProps {
  funnels: readonly SavedFunnel[];
  chosen: SavedFunnel;
  onChoose: (id: string) => void;
}

/** The name of the funnel; a choice if there are several. */
function FunnelSelect({ funnels, chosen, onChoose }: SelectProps) {
  if (funnels.length === 1) return <span className="funnels-name">{chosen.name}</span>;
  return (
    <>
      <select
        className="funnels-name"
        aria-label={t('funnels.choose')}
        value={chosen.databaseId}
        onChange={({ target }) => onChoose(target.value)}
      >
        {funnels.map(({ databaseId, name }) => (
          <option key={databaseId} value={databaseId}>
            {name}
          </option>
        ))}
      </select>
      <span className="funnels-name funnels-printed">{chosen.name}</span>
    </>
  );
}
