import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { newCondition } from '../filters/ConditionFields.tsx';
import { useShows } from '../link/shows.ts';
import type { Website } from '../types.ts';
import type { Problems } from '../useSaving.ts';
import { type EditedStep, isStepComplete, movedStep, newStep, STEPS } from './editedFunnel.ts';
import { type StepAction, StepFields } from './StepFields.tsx';

interface Props {
  steps: readonly EditedStep[];
  /** The visitors of each step in words; null as long as they are not known. */
  visitors: readonly string[] | null;
  problems: Problems;
  website: Website;
  trackingId: string;
  onChange: (steps: EditedStep[]) => void;
}

/** The steps of a funnel, which can be added, changed, moved and removed. One is open at a time. */
export function StepList({ steps, visitors, problems, website, trackingId, onChange }: Props) {
  const shows = useShows();
  const list = useRef<HTMLOListElement>(null);
  // The first step that has no condition yet, or none.
  const [open, setOpen] = useState(() => steps.find((step) => !isStepComplete(step))?.key ?? null);
  /** What gets the focus next: a button of a step. The button that was pressed moves, or is gone. */
  const [focus, setFocus] = useState<{ key: number; actions: readonly StepAction[] } | null>(null);
  const [moved, setMoved] = useState('');
  useEffect(() => {
    if (!focus) return;
    const step = list.current?.querySelector(`[data-step="${focus.key}"]`);
    const buttons = focus.actions.map((action) =>
      step?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:enabled`),
    );
    buttons.find((button) => button)?.focus();
  }, [focus]);
  const wrong = steps.findIndex((_, index) => problems[`step${index}`]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server opens a step.
  useEffect(() => {
    const key = steps[wrong]?.key;
    if (key === undefined) return;
    setOpen(key);
    setFocus({ key, actions: ['open'] });
  }, [problems]);

  function act(action: StepAction, index: number) {
    const { key } = steps[index] as EditedStep;
    if (action === 'open') {
      setOpen(open === key ? null : key);
      return;
    }
    if (action === 'remove') {
      const left = steps.toSpliced(index, 1);
      onChange(left);
      setMoved(t('funnels.removed', { number: index + 1 }));
      const next = left[Math.min(index, left.length - 1)];
      if (next) setFocus({ key: next.key, actions: ['remove', 'open'] });
      return;
    }
    const to = action === 'up' ? index - 1 : index + 1;
    onChange(movedStep(steps, index, to));
    setMoved(t('funnels.moved', { from: index + 1, to: to + 1 }));
    setFocus({ key, actions: [action, action === 'up' ? 'down' : 'up'] });
  }
  function add() {
    const key = Math.max(...steps.map((step) => step.key)) + 1;
    onChange([...steps, newStep(key, newCondition(shows, true))]);
    setOpen(key);
    setFocus({ key, actions: ['open'] });
  }
  return (
    <div className="funnel-steps-edited">
      <ol ref={list} aria-label={t('funnels.steps')}>
        {steps.map((step, index) => (
          <StepFields
            key={step.key}
            step={step}
            index={index}
            count={steps.length}
            isOpen={open === step.key}
            visitors={visitors?.[index] ?? null}
            errors={problems[`step${index}`] ?? []}
            website={website}
            trackingId={trackingId}
            onChange={(changed) => onChange(steps.with(index, changed))}
            onAction={(action) => act(action, index)}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {moved}
      </span>
      <button
        type="button"
        className="button plain"
        disabled={steps.length >= STEPS.most || !steps.every(isStepComplete)}
        onClick={add}
      >
        <Plus size={16} aria-hidden /> {t('funnels.addStep')}
      </button>
    </div>
  );
}
