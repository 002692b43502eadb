import { useShows } from '../link/shows.ts';
import { dimensionOf, GROUP_NAMES, GROUP_TITLES, GROUPS } from '../panels/panels.ts';
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
      <span>Split by</span>
      <select value={split ?? ''} onChange={({ target }) => onChoose((target.value as Split) || null)}>
        <option value="">Nothing</option>
        {groups.map(({ group, others }) => (
          <optgroup key={group} label={GROUP_TITLES[group]}>
            {others.map(({ name }) => (
              <option key={name} value={dimensionOf(name)}>
                {headingOf(dimensionOf(name))}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="Time">
          {Object.entries(TIMES).map(([name, heading]) => (
            <option key={name} value={name}>
              {heading}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
