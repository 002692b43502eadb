import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { t } from '../../shared/i18n/t.ts';
import { AddConditions, ConditionList, editedConditions } from '../filters/Conditions.tsx';
import { filterInWords } from '../filters/words.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import type { Website } from '../types.ts';
import { type EditedStep, isStepComplete, STEPS, usualName } from './editedFunnel.ts';

/** What the buttons of a step do. */
export type StepAction = 'open' | 'up' | 'down' | 'remove';

interface Props {
  step: EditedStep;
  /** Its position, from 0. */
  index: number;
  count: number;
  isOpen: boolean;
  /** The visitors who reach the step; null as long as they are not known. */
  visitors: string | null;
  errors: readonly string[];
  website: Website;
  trackingId: string;
  onChange: (step: EditedStep) => void;
  onAction: (action: StepAction) => void;
}

/** A step of a funnel that is being edited: its buttons, and if it is open, its name and condition. */
export function StepFields(props: Props) {
  const { step, index, count, isOpen, visitors, errors, website, trackingId, onChange, onAction } = props;
  const goals = useGoalNames();
  const number = index + 1;
  const usual = usualName(step, goals);
  const name = step.name.trim() || usual || t('editor.unfinished');
  const edited =
    step.conditions &&
    editedConditions(step.conditions, { ofHits: true, withGoals: true }, (conditions) =>
      onChange({ ...step, conditions }),
    );
  const button = (action: StepAction, isOff: boolean, label: string, icon: React.ReactNode) => (
    <button
      type="button"
      className="button plain icon"
      data-action={action}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => onAction(action)}
    >
      {icon}
    </button>
  );
  return (
    <li className="funnel-step" data-step={step.key}>
      <div className="funnel-step-head">
        <span className="funnel-number" aria-hidden="true">
          {number}
        </span>
        <button
          type="button"
          className="button funnel-step-name"
          data-action="open"
          aria-expanded={isOpen}
          aria-label={t('funnels.editStep', { number, name })}
          onClick={() => onAction('open')}
        >
          <span>{name}</span>
          {visitors && isStepComplete(step) && <span className="quiet">{visitors}</span>}
        </button>
        {button('up', index === 0, t('funnels.up', { number }), <ArrowUp size={16} aria-hidden />)}
        {button('down', number === count, t('funnels.down', { number }), <ArrowDown size={16} aria-hidden />)}
        {button(
          'remove',
          count <= STEPS.least,
          t('funnels.removeStep', { number }),
          <X size={16} aria-hidden />,
        )}
      </div>
      {errors.length > 0 && (
        <p className="error-text" role="alert">
          {errors.join(' ')}
        </p>
      )}
      {isOpen && (
        <fieldset className="funnel-step-fields">
          <legend className="visually-hidden">{t('funnels.step', { number })}</legend>
          {edited ? (
            <>
              <ConditionList
                edited={edited}
                trackingId={trackingId}
                period={website.period}
                takesFocus={false}
              />
              <AddConditions edited={edited} />
            </>
          ) : (
            <p className="goal-dialog-words">
              <strong>{filterInWords(step.filter ?? {}, goals)}</strong>
              <span className="quiet">{t('goals.ofApi')}</span>
            </p>
          )}
          <label className="funnel-step-label">
            <span>{t('funnels.stepName')}</span>
            <input
              autoComplete="off"
              maxLength={STEPS.name}
              placeholder={usual}
              value={step.name}
              onChange={({ target }) => onChange({ ...step, name: target.value })}
            />
          </label>
        </fieldset>
      )}
    </li>
  );
}
