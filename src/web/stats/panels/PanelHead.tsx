import { Search, X } from 'lucide-react';
import { inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { type GroupName, headingOf, type Panel, titleOf } from './panels.ts';

interface Props {
  group: GroupName;
  panel: Panel;
  /** The panels among which the heading chooses; empty for most panels. */
  parameters: readonly Panel[];
  /** Shows another panel of the group. */
  onChoose: (panel: Panel) => void;
  searching: boolean;
  onSearch: (searching: boolean) => void;
  /** Whether the rows are compared. */
  isCompared: boolean;
}

/** The headings above the rows of a card, with the button of its search. */
export function PanelHead({ group, panel, parameters, onChoose, searching, onSearch, isCompared }: Props) {
  return (
    <div className="panel-card-head quiet">
      <Heading panel={panel} parameters={parameters} onChoose={onChoose} />
      <button
        type="button"
        className="panel-card-search"
        id={`${group}-search`}
        aria-expanded={searching}
        aria-label={t('panel.search', { title: inSentence(titleOf(panel.name)) })}
        title={t(searching ? 'panel.closeSearch' : 'panel.searchShort')}
        onClick={() => onSearch(!searching)}
      >
        {searching ? <X size={14} aria-hidden /> : <Search size={14} aria-hidden />}
      </button>
      <span className="panel-card-unit">{t(`panel.${panel.unit}s`)}</span>
      {isCompared && <span className="panel-card-change">{t('panel.change')}</span>}
      <span className="panel-card-share">{t('panel.share')}</span>
    </div>
  );
}

/** The heading of the values. That of campaigns chooses one of the five UTM parameters. */
function Heading({ panel, parameters, onChoose }: Pick<Props, 'panel' | 'parameters' | 'onChoose'>) {
  if (parameters.length === 0) return <span>{headingOf(panel.name)}</span>;
  return (
    <select
      aria-label={t('panel.parameter')}
      value={panel.name}
      onChange={({ target }) => {
        const next = parameters.find(({ name }) => name === target.value);
        if (next) onChoose(next);
      }}
    >
      {parameters.map(({ name }) => (
        <option key={name} value={name}>
          {headingOf(name)}
        </option>
      ))}
    </select>
  );
}
