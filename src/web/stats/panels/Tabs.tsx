import type { KeyboardEvent, ReactNode } from 'react';
import './tabs.css';

interface Props<Id extends string> {
  label: string;
  /** Prefix of the ids: the panel has `${id}-panel`, and its label is the selected tab, `${id}-${chosen}`. */
  id: string;
  /** The title is a description that a tooltip shows. */
  tabs: { id: Id; content: ReactNode; title?: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  className?: string;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs, one of which is selected. They support the arrow keys, Home and End. */
export function Tabs<Id extends string>({
  label,
  id,
  tabs,
  chosen,
  onChoose,
  className = 'tabs',
}: Props<Id>) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = step(
      tabs.findIndex((tab) => tab.id === chosen),
      tabs.length,
    );
    const next = tabs[at];
    if (!next) return;
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }
  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-${tab.id}`}
          aria-selected={tab.id === chosen}
          aria-controls={`${id}-panel`}
          title={tab.title}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.content}
        </button>
      ))}
    </div>
  );
}

/** The attributes of the panel that belongs to the tabs with an id. */
export const tabPanel = (id: string, chosen: string) => ({
  role: 'tabpanel',
  id: `${id}-panel`,
  'aria-labelledby': `${id}-${chosen}`,
});
