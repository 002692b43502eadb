import { type FormEvent, useState } from 'react';
import type { FilterInput, FunnelScope } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import type { Shown } from '../address.ts';
import { newCondition } from '../filters/ConditionFields.tsx';
import { DialogEnd } from '../goals/DialogEnd.tsx';
import { useGoalNames } from '../goals/goalNames.ts';
import { NameField } from '../goals/NameField.tsx';
import { useShows } from '../link/shows.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { useSaving } from '../useSaving.ts';
import { CreateFunnelDocument, DeleteFunnelDocument, UpdateFunnelDocument } from './documents.ts';
import {
  editedStep,
  fieldOfError,
  limitOf,
  newStep,
  type SavedFunnel,
  secondsOf,
  stepInputs,
  stepsOf,
} from './editedFunnel.ts';
import { RuleFields } from './RuleFields.tsx';
import { StepList } from './StepList.tsx';
import { usePreview } from './usePreview.ts';
import './funnelDialog.css';

interface Props {
  /** Null for a new funnel. */
  saved: SavedFunnel | null;
  website: Website;
  trackingId: string;
  shown: Pick<Shown, 'range' | 'funnel'>;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  onClose: () => void;
}

const FINE: readonly string[] = [];

/** Creates, changes and deletes a funnel. */
export default function FunnelDialog(props: Props) {
  const { saved, website, trackingId, shown, given, go, onClose } = props;
  const shows = useShows();
  const goals = useGoalNames();
  const [, create] = useChange(CreateFunnelDocument);
  const [, update] = useChange(UpdateFunnelDocument);
  const [, remove] = useChange(DeleteFunnelDocument);
  const { problems, busy, send } = useSaving(fieldOfError);
  const [steps, setSteps] = useState(() =>
    saved
      ? (stepsOf(saved) ?? []).map((step, key) => editedStep(step, key, goals))
      : [0, 1].map((key) => newStep(key, newCondition(shows, true))),
  );
  const [scope, setScope] = useState<FunnelScope>(saved?.scope ?? 'VISITOR');
  const [strict, setStrict] = useState(saved?.strict ?? false);
  const [limit, setLimit] = useState(() => limitOf(saved?.within ?? null));
  const inputs = stepInputs(steps, goals);
  const asks = inputs && { steps: inputs, scope, strict, within: secondsOf(limit) };
  const visitors = usePreview(trackingId, shown, given, asks);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    if (!asks) return;
    if (saved) {
      if (await send(update({ input: { id: saved.id, name, ...asks } }))) onClose();
      return;
    }
    const payload = await send(create({ input: { websiteId: website.id, name, ...asks } }));
    if (!payload || !('funnel' in payload)) return;
    onClose();
    go({ funnel: { ...shown.funnel, id: String(payload.funnel.databaseId) } });
  }
  async function erase() {
    const isDone = saved !== null && (await send(remove({ input: { id: saved.id } }))) !== null;
    if (!isDone) return false;
    onClose();
    go({ funnel: { ...shown.funnel, id: null } }, 'replace');
    return true;
  }
  const others = [...(problems.steps ?? []), ...(problems.others ?? [])];
  return (
    <Dialog title={t(saved ? 'funnels.edit' : 'funnels.new')} onClose={onClose} className="funnel-dialog">
      <form className="filter-editor" onSubmit={save}>
        <NameField initial={saved?.name ?? ''} errors={problems.name ?? FINE} />
        <p className="quiet goal-dialog-hint">{t('funnels.hint')}</p>
        <StepList
          steps={steps}
          visitors={visitors?.map((count) => t('funnels.reached', { count })) ?? null}
          problems={problems}
          website={website}
          trackingId={trackingId}
          onChange={setSteps}
        />
        <RuleFields
          scope={scope}
          strict={strict}
          limit={limit}
          errors={problems.within ?? FINE}
          onScope={setScope}
          onStrict={setStrict}
          onLimit={setLimit}
        />
        {others.length > 0 && (
          <p className="error-text" role="alert">
            {others.join(' ')}
          </p>
        )}
        <DialogEnd
          saved={saved?.name ?? null}
          busy={busy}
          canSave={asks !== null}
          onDelete={erase}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
