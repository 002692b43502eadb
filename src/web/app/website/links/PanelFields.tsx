import { useState } from 'react';
import type { Panel } from '../../../gql/graphql.ts';
import { GROUP_NAMES, GROUP_TITLES, GROUPS } from '../../../stats/panels/panels.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Choices } from '../../forms/Choices.tsx';

const CHOICES = [
  { value: 'all', label: 'All panels', hint: 'Also those of later versions of Footfall.' },
  { value: 'some', label: 'Only these', hint: 'Besides the totals and the chart.' },
] as const;

/** Chooses the panels that a link shows. */
export function PanelFields({ initial }: { initial: readonly Panel[] | null }) {
  const [shows, setShows] = useState<'all' | 'some'>(initial ? 'some' : 'all');
  return (
    <>
      <fieldset>
        <legend>Panels</legend>
        <Choices name="shows" choices={CHOICES} chosen={shows} onChoose={setShows} />
      </fieldset>
      {shows === 'some' && (
        <div className="links-panels">
          {GROUP_NAMES.map((group) => (
            <fieldset key={group}>
              <legend>{GROUP_TITLES[group]}</legend>
              {GROUPS[group].map(({ name, title }) => (
                <Checkbox
                  key={name}
                  name="panels"
                  value={name}
                  label={title}
                  defaultChecked={initial?.includes(name) ?? false}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </>
  );
}
