import { t } from '../../shared/i18n/t.ts';
import { GROUPS, headingOf, type Panel } from '../panels/panels.ts';
import type { Period } from '../types.ts';
import { SPLIT_GROUPS } from './funnelAddress.ts';

interface Props {
  period: Period;
  chosen: Panel | null;
  onChoose: (panel: Panel | null) => void;
}

/** Chooses the statistic by whose values a funnel is split, of those that the viewer may see. */
export function SplitSelect({ period, chosen, onChoose }: Props) {
  const groups = SPLIT_GROUPS.map((group) => ({
    group,
    panels: GROUPS[group].filter(({ name }) => period[name] !== null),
  })).filter(({ panels }) => panels.length > 0);
  if (groups.length === 0) return <span />;
  return (
    <label className="funnels-split-select">
      <span className="quiet">{t('details.split')}</span>
      <select
        value={chosen?.name ?? ''}
        onChange={({ target }) =>
          onChoose(groups.flatMap(({ panels }) => panels).find(({ name }) => name === target.value) ?? null)
        }
      >
        <option value="">{t('details.noSplit')}</option>
        {groups.map(({ group, panels }) => (
          <optgroup key={group} label={t(`group.${group}`)}>
            {panels.map(({ name }) => (
              <option key={name} value={name}>
                {headingOf(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
