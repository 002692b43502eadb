import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import type { FilterInput } from '../../gql/graphql.ts';
import { explain, useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { errorInWords, isRefusal, type Refusal } from '../../shared/userErrors.ts';
import { alternativesOf, partsOfAlternatives } from '../filters/alternatives.ts';
import { AddConditions, ConditionList, useConditions } from '../filters/Conditions.tsx';
import { type FilterPart, isGroup } from '../filters/conditions.ts';
import { filterOf, filterOfCondition } from '../filters/filterInput.ts';
import { filterInWords } from '../filters/words.ts';
import type { Website } from '../types.ts';
import { CreateGoalDocument, DeleteGoalDocument, UpdateGoalDocument } from './documents.ts';
import type { EditedGoal } from './editGoal.ts';
import './goalDialog.css';

interface Props {
  goal: EditedGoal;
  website: Website;
  trackingId: string;
  onClose: () => void;
  /** Runs after a goal was deleted, with its id in addresses. */
  onDeleted: (id: string) => void;
}

interface Problems {
  /** Errors of the name. */
  name: string[];
  /** Errors of the condition, and those that belong to no field. */
  others: string[];
}

const FINE: Problems = { name: [], others: [] };

/** The filter of a goal: a single condition stays as short as it can be. */
function conditionOf(parts: readonly FilterPart[]): FilterInput | null {
  const [only, ...others] = parts;
  if (!only || others.length > 0) return filterOf(parts);
  return isGroup(only) ? only.filter : filterOfCondition(only);
}

function problemsOf(error: CombinedError | undefined, payload: object | undefined): Problems | null {
  if (error) return { ...FINE, others: [explain(error)] };
  if (!payload || !isRefusal(payload)) return null;
  const of = (isOfName: boolean) =>
    (payload as Refusal).errors
      .filter(({ path }) => (path[1] === 'name') === isOfName)
      .map(({ message }) => errorInWords(message));
  return { name: of(true), others: of(false) };
}

/** Creates, changes and deletes a goal. */
export default function GoalDialog({ goal, website, trackingId, onClose, onDeleted }: Props) {
  const { saved, filter } = goal;
  const id = useId();
  const [, create] = useChange(CreateGoalDocument);
  const [, update] = useChange(UpdateGoalDocument);
  const [, remove] = useChange(DeleteGoalDocument);
  const [problems, setProblems] = useState(FINE);
  const [busy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const alternatives = filter && alternativesOf({ filter });
  /** Whether the condition has a form that the editor does not have. */
  const isOfApi = filter !== null && alternatives === null;
  const edited = useConditions(alternatives, true);
  const input = useRef<HTMLInputElement>(null);
  const { name: wrongName } = problems;
  useEffect(() => {
    if (wrongName.length > 0) input.current?.focus();
  }, [wrongName]);

  type Outcome = { data?: object | undefined; error?: CombinedError | undefined };
  async function send(sent: Promise<Outcome>): Promise<boolean> {
    setBusy(true);
    const { data, error } = await sent;
    setBusy(false);
    const found = problemsOf(error, Object.values(data ?? {})[0]);
    setProblems(found ?? FINE);
    return found === null;
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const condition = conditionOf(partsOfAlternatives(edited.alternatives));
    if (!isOfApi && (!edited.isComplete || !condition)) return;
    const fields = { name, ...(!isOfApi && { filter: condition as FilterInput }) };
    const isDone = saved
      ? await send(update({ input: { id: saved.id, ...fields } }))
      : await send(create({ input: { websiteId: website.id, name, filter: condition as FilterInput } }));
    if (isDone) onClose();
  }
  async function erase() {
    if (!saved) return;
    if (await send(remove({ input: { id: saved.id } }))) onDeleted(String(saved.databaseId));
    else setDeleting(false);
  }
  return (
    <Dialog title={t(saved ? 'goals.edit' : 'goals.new')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        <div className="field">
          <label htmlFor={`${id}-name`}>{t('goals.name')}</label>
          <input
            ref={input}
            data-focus-first
            id={`${id}-name`}
            name="name"
            autoComplete="off"
            required
            maxLength={100}
            defaultValue={goal.name}
            aria-invalid={wrongName.length > 0}
            aria-describedby={wrongName.length > 0 ? `${id}-wrong` : undefined}
          />
          {wrongName.length > 0 && (
            <div className="error" id={`${id}-wrong`}>
              {wrongName.join(' ')}
            </div>
          )}
        </div>
        <p className="quiet goal-dialog-hint">{t('goals.hint')}</p>
        {isOfApi ? (
          <p className="goal-dialog-words">
            <strong>{filterInWords(filter)}</strong>
            <span className="quiet">{t('goals.ofApi')}</span>
          </p>
        ) : (
          <ConditionList edited={edited} trackingId={trackingId} period={website.period} takesFocus={false} />
        )}
        {problems.others.length > 0 && (
          <p className="error-text" role="alert">
            {problems.others.join(' ')}
          </p>
        )}
        {saved && isDeleting ? (
          <Question
            onCancel={() => setDeleting(false)}
            confirm={
              <button
                type="button"
                className="button danger"
                disabled={busy}
                // biome-ignore lint/a11y/noAutofocus: the question replaces the button that was pressed.
                autoFocus
                onClick={erase}
              >
                {t('goals.delete')}
              </button>
            }
          >
            {t('goals.sure', { name: saved.name })}
          </Question>
        ) : (
          <footer>
            {!isOfApi && <AddConditions edited={edited} />}
            <div className="filter-editor-end">
              {saved ? (
                <button type="button" className="button" onClick={() => setDeleting(true)}>
                  {t('goals.delete')}
                </button>
              ) : (
                <button type="button" className="button" onClick={onClose}>
                  {t('button.cancel')}
                </button>
              )}
              <button
                type="submit"
                className="button primary"
                disabled={busy || (!isOfApi && !edited.isComplete)}
              >
                {t('button.save')}
              </button>
            </div>
          </footer>
        )}
      </form>
    </Dialog>
  );
}

interface QuestionProps {
  children: ReactNode;
  confirm: ReactNode;
  onCancel: () => void;
}

const Question = ({ children, confirm, onCancel }: QuestionProps) => (
  <footer className="goal-dialog-question">
    <span>{children}</span>
    <div className="filter-editor-end">
      <button type="button" className="button plain" onClick={onCancel}>
        {t('button.cancel')}
      </button>
      {confirm}
    </div>
  </footer>
);
