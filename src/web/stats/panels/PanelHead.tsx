import { Search, X } from 'lucide-react';
import type { GroupName, Panel } from './panels.ts';

interface Props {
  group: GroupName;
  panel: Panel;
  /** The panels among which the heading chooses; empty for most panels. */
  parameters: readonly Panel[];
  /** Shows another panel of the group. */
  onChoose: (panel: Panel) => void;
  searching: boolean;
  onSearch: (searching: boolean) => void;
}

/** The headings above the rows of a card, with the button of its search. */
export function PanelHead({ group, panel, parameters, onChoose, searching, onSearch }: Props) {
  return (
    <div className="panel-card-head quiet">
      <Heading {...{ panel, parameters, onChoose }} />
      <button
        type="button"
        className="panel-card-search"
        id={`${group}-search`}
        aria-expanded={searching}
        aria-label={`Search ${panel.title.toLowerCase()}`}
        title={searching ? 'Close the search' : 'Search'}
        onClick={() => onSearch(!searching)}
      >
        {searching ? <X size={14} aria-hidden /> : <Search size={14} aria-hidden />}
      </button>
      <span className="panel-card-unit">{`${panel.unit}s`}</span>
      <span className="panel-card-share">share</span>
    </div>
  );
}

/** The heading of the values. That of campaigns chooses one of the five UTM parameters. */
function Heading({ panel, parameters, onChoose }: Pick<Props, 'panel' | 'parameters' | 'onChoose'>) {
  if (parameters.length === 0) return <span>{panel.heading}</span>;
  return (
    <select
      aria-label="Campaign parameter"
      value={panel.name}
      onChange={({ target }) => {
        const next = parameters.find(({ name }) => name === target.value);
        if (next) onChoose(next);
      }}
    >
      {parameters.map(({ name, heading }) => (
        <option key={name} value={name}>
          {heading}
        </option>
      ))}
    </select>
  );
}
