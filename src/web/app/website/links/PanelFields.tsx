import { useState } from 'react';
import type { Panel } from '../../../gql/graphql.ts';
import { t } from '../../../shared/i18n/t.ts';
import { GROUP_NAMES, GROUPS, titleOf } from '../../../stats/panels/panels.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Choices } from '../../forms/Choices.tsx';

const CHOICES = ['all', 'some'] as const;
/** Panels that list no statistic. */
const BEHAVIOUR = ['goals', 'funnels'] as const;

/** Chooses the panels that a link shows. */
export function PanelFields({ initial }: { initial: readonly Panel[] | null }) {
  const [shows, setShows] = useState<'all' | 'some'>(initial ? 'some' : 'all');
  const choices = CHOICES.map((value) => ({
    value,
    label: t(`link.panels.${value}`),
    hint: t(`link.panels.${value}Hint`),
  }));
  return (
    <>
      <fieldset>
        <legend>{t('link.panels')}</legend>
        <Choices name="shows" choices={choices} chosen={shows} onChoose={setShows} />
      </fieldset>
      {shows === 'some' && (
        <div className="links-panels">
          {GROUP_NAMES.map((group) => (
            <fieldset key={group}>
              <legend>{t(`group.${group}`)}</legend>
              {GROUPS[group].map(({ name }) => (
                <Checkbox
                  key={name}
                  name="panels"
                  value={name}
                  label={titleOf(name)}
                  defaultChecked={initial?.includes(name) ?? false}
                />
              ))}
            </fieldset>
          ))}
          <fieldset>
            <legend>{t('link.behaviour')}</legend>
            {BEHAVIOUR.map((name) => (
              <Checkbox
                key={name}
                name="panels"
                value={name.toUpperCase()}
                label={t(`group.${name}`)}
                defaultChecked={initial?.includes(name.toUpperCase() as Panel) ?? false}
              />
            ))}
          </fieldset>
        </div>
      )}
    </>
  );
}
