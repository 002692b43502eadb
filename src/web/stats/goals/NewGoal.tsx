import { Target } from 'lucide-react';
import { t } from '../../shared/i18n/t.ts';
import type { PanelName } from '../types.ts';
import { useGoalEditing } from './editGoal.ts';

interface Props {
  name: PanelName;
  value: string;
  label: string;
}

/** Offers a new goal from a row of pages or events; nothing for other rows and viewers. */
export function NewGoal({ name, value, label }: Props) {
  const edit = useGoalEditing();
  const condition = name === 'PAGE' ? 'page' : name === 'EVENT' ? 'event' : null;
  if (!edit || !condition) return null;
  return (
    <button
      type="button"
      className="bar-row-link"
      aria-label={t('goals.newFrom', { label })}
      title={t('goals.new')}
      onClick={() =>
        edit({ saved: null, name: label.slice(0, 100), filter: { [condition]: { in: [value] } } })
      }
    >
      <Target size={14} aria-hidden />
    </button>
  );
}
