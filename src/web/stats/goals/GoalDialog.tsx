import type { FormEvent } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { filterOfAlternatives } from '../filters/alternatives.ts';
import { AddConditions, ConditionList, useConditions } from '../filters/Conditions.tsx';
import { alternativesOf } from '../filters/readAlternatives.ts';
import { filterInWords } from '../filters/words.ts';
import type { Website } from '../types.ts';
import { useSaving } from '../useSaving.ts';
import { CreateGoalDocument, DeleteGoalDocument, UpdateGoalDocument } from './changeDocuments.ts';
import { DialogEnd } from './DialogEnd.tsx';
import type { EditedGoal } from './editGoal.ts';
import { useGoalNames } from './goalNames.ts';
import { NameField } from './NameField.tsx';
import './goalDialog.css';

interface Props {
  goal: EditedGoal;
  website: Website;
  trackingId: string;
  onClose: () => void;
  /** Runs after a goal was deleted, with its id in addresses. */
  onDeleted: (id: string) => void;
}

const FINE: readonly string[] = [];

/** Errors of the condition belong to no field. */
const fieldOf = ([field]: readonly string[]) => (field === 'name' ? 'name' : 'others');

/** Creates, changes and deletes a goal. */
export default function GoalDialog({ goal, website, trackingId, onClose, onDeleted }: Props) {
  const { saved, filter } = goal;
  const names = useGoalNames();
  const [, create] = useChange(CreateGoalDocument);
  const [, update] = useChange(UpdateGoalDocument);
  const [, remove] = useChange(DeleteGoalDocument);
  const { problems, busy, send } = useSaving(fieldOf);
  const alternatives = filter && alternativesOf({ filter });
  /** Whether the condition has a form that the editor does not have. */
  const isOfApi = filter !== null && alternatives === null;
  const edited = useConditions(alternatives, true);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const condition = filterOfAlternatives(edited.alternatives);
    if (!isOfApi && (!edited.isComplete || !condition)) return;
    const fields = { name, ...(!isOfApi && { filter: condition as FilterInput }) };
    const isDone = saved
      ? await send(update({ input: { id: saved.id, ...fields } }))
      : await send(create({ input: { websiteId: website.id, name, filter: condition as FilterInput } }));
    if (isDone) onClose();
  }
  async function erase() {
    const isDone = saved !== null && (await send(remove({ input: { id: saved.id } }))) !== null;
    if (isDone) onDeleted(String(saved.databaseId));
    return isDone;
  }
  return (
    <Dialog title={t(saved ? 'goals.edit' : 'goals.new')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        <NameField initial={goal.name} errors={problems.name ?? FINE} />
        <p className="quiet goal-dialog-hint">{t('goals.hint')}</p>
        {isOfApi ? (
          <p className="goal-dialog-words">
            <strong>{filterInWords(filter, names)}</strong>
            <span className="quiet">{t('goals.ofApi')}</span>
          </p>
        ) : (
          <ConditionList edited={edited} trackingId={trackingId} period={website.period} takesFocus={false} />
        )}
        {problems.others && (
          <p className="error-text" role="alert">
            {problems.others.join(' ')}
          </p>
        )}
        <DialogEnd
          saved={saved?.name ?? null}
          busy={busy}
          canSave={isOfApi || edited.isComplete}
          onDelete={erase}
          onClose={onClose}
        >
          {!isOfApi && <AddConditions edited={edited} />}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
