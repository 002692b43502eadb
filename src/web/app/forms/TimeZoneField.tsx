import { useMemo, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { useCombobox } from '../../shared/useCombobox.ts';
import { Field } from './Field.tsx';
import { currentName, findZones, timeZones, zoneInWords } from './timeZones.ts';
import './timeZoneField.css';

interface Props {
  value: string;
  errors: readonly string[] | undefined;
}

/** Selects a time zone by its city, country or offset. The arrow keys choose, Enter takes. */
export function TimeZoneField({ value, errors }: Props) {
  const [zone, setZone] = useState(() => currentName(value));
  /** The text of the search; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = typed !== null;
  const zones = useMemo(() => (isOpen ? timeZones() : []), [isOpen]);
  const found = useMemo(() => findZones(zones, typed ?? ''), [zones, typed]);
  const take = (name: string) => {
    setZone(name);
    setTyped(null);
  };
  const { field, list, option, restart } = useCombobox({
    options: found,
    isOpen,
    onOpen: () => search(''),
    onClose: () => setTyped(null),
    onEnter: (chosen) => chosen && take(chosen.name),
  });
  function search(text: string) {
    setTyped(text);
    restart();
  }
  return (
    <Field label={t('timeZone.label')} name="timezone" hint={t('timeZone.hint')} errors={errors}>
      {({ name, ...control }) => (
        <div className="time-zone-field">
          <input type="hidden" name={name} value={zone} />
          <input
            {...control}
            {...field}
            role="combobox"
            aria-expanded={isOpen}
            type="text"
            placeholder={t('timeZone.placeholder')}
            value={typed ?? zoneInWords(zone)}
            onClick={() => !isOpen && search('')}
            onChange={(event) => search(event.currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
          <div
            {...list}
            role="listbox"
            aria-label={t('timeZone.list')}
            tabIndex={-1}
            className="time-zone-field-list"
            hidden={!isOpen}
            // The input keeps the focus, so that the list stays open.
            onMouseDown={(event) => event.preventDefault()}
          >
            {found.map((one, index) => (
              <div
                key={one.name}
                {...option(index)}
                role="option"
                tabIndex={-1}
                onMouseUp={() => take(one.name)}
              >
                <span>
                  {one.city}
                  <span className="quiet">
                    {[one.country, zoneInWords(one.name)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="quiet">{one.offset}</span>
              </div>
            ))}
          </div>
          <p className="hint" role="status">
            {isOpen && found.length === 0 && t('timeZone.none', { typed })}
          </p>
        </div>
      )}
    </Field>
  );
}
