import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Field } from './Field.tsx';
import { currentName, findZones, timeZones, zoneInWords } from './timeZones.ts';
import './timeZoneField.css';

interface Props {
  value: string;
  errors: readonly string[] | undefined;
}

/** Selects a time zone by its city, country or offset. The arrow keys choose, Enter takes. */
export function TimeZoneField({ value, errors }: Props) {
  const id = useId();
  const [zone, setZone] = useState(() => currentName(value));
  /** The text of the search; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const isOpen = typed !== null;
  const zones = useMemo(() => (isOpen ? timeZones() : []), [isOpen]);
  const found = useMemo(() => findZones(zones, typed ?? ''), [zones, typed]);
  const chosen = found[Math.min(at, found.length - 1)];

  const search = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const take = (name: string) => {
    setZone(name);
    setTyped(null);
  };
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) return search('');
      const next = (at + step + found.length) % Math.max(found.length, 1);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (chosen) take(chosen.name);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setTyped(null);
    }
  }
  return (
    <Field
      label="Time zone"
      name="timezone"
      hint="Days start and end in this time zone. Hits that are already counted keep their day."
      errors={errors}
    >
      {({ name, ...control }) => (
        <div className="time-zone-field">
          <input type="hidden" name={name} value={zone} />
          <input
            {...control}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && chosen ? `${id}-${found.indexOf(chosen)}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="City, country or UTC offset"
            value={typed ?? zoneInWords(zone)}
            onClick={() => !isOpen && search('')}
            onChange={(event) => search(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={() => setTyped(null)}
          />
          <div
            id={`${id}-list`}
            className="time-zone-field-list"
            role="listbox"
            aria-label="Time zones"
            tabIndex={-1}
            hidden={!isOpen}
            // The input keeps the focus, so that the list stays open.
            onMouseDown={(event) => event.preventDefault()}
          >
            {found.map((one, index) => (
              <div
                key={one.name}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={one === chosen}
                onPointerMove={() => setAt(index)}
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
            {isOpen && found.length === 0 && `No time zone matches “${typed}”.`}
          </p>
        </div>
      )}
    </Field>
  );
}
