import { t } from '../../shared/i18n/t.ts';
import { useShows } from '../link/shows.ts';
import { dimensionOf, GROUP_NAMES, GROUPS } from '../panels/panels.ts';
import { type Details, type Split, TIMES } from './detailsAddress.ts';
import { headingOf } from './rows.ts';

interface Props {
  details: Details;
  onChoose: (split: Split | null) => void;
}

/** Chooses the second dimension of the rows. */
export function SplitSelect({ details: { panel, split }, onChoose }: Props) {
  const shows = useShows();
  const groups = GROUP_NAMES.map((group) => ({
    group,
    others: GROUPS[group].filter(({ name }) => name !== panel.name && shows(dimensionOf(name))),
  })).filter(({ others }) => others.length > 0);
  return (
    <label className="details-dialog-split">
      <span>{t('details.split')}</span>
      <select value={split ?? ''} onChange={({ target }) => onChoose((target.value as Split) || null)}>
        <option value="">{t('details.noSplit')}</option>
        {groups.map(({ group, others }) => (
          <optgroup key={group} label={t(`group.${group}`)}>
            {others.map(({ name }) => (
              <option key={name} value={dimensionOf(name)}>
                {headingOf(dimensionOf(name))}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label={t('details.time')}>
          {TIMES.map((name) => (
            <option key={name} value={name}>
              {headingOf(name)}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
