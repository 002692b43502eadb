import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { counted } from '../../../stats/format.ts';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { usePaused } from '../../shared/usePaused.ts';
import { readAddress, writeAddress } from '../address.ts';
import type { Website } from '../types.ts';
import { SwitcherDocument } from './documents.ts';

const PAUSE_MS = 150;

/**
 * The statistics page of another website in the same state. Filters and details are dropped, because their
 * values are those of this website.
 */
export function addressOf(trackingId: string, search: string): string {
  return `/s/${trackingId}${writeAddress({ ...readAddress(search), filters: [], details: null })}`;
}

/** A menu of the account's websites with a search. The arrow keys choose, Enter opens. */
export default function SwitcherMenu({ website }: { website: Website }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = usePaused(typed, PAUSE_MS);
  const [{ data, error, fetching }, again] = useAsk(SwitcherDocument, { search: search || null });
  const found = data?.websites.nodes ?? [];
  const [at, setAt] = useState(0);
  const chosen = found[Math.min(at, found.length - 1)];
  // Enter may be pressed before the websites are found.
  const [wanted, setWanted] = useState(false);
  const isFound = !fetching && search === typed.trim();
  useEffect(() => {
    if (!wanted || !isFound) return;
    setWanted(false);
    if (chosen) location.assign(addressOf(chosen.trackingId, location.search));
  }, [wanted, isFound, chosen]);

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, found.length - 1) + step + found.length) % found.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') setWanted(true);
  }
  const further = (data?.websites.totalCount ?? 0) - found.length;
  return (
    <div className="card website-switcher-menu" role="dialog" aria-label="Switch to another website">
      <input
        type="search"
        role="combobox"
        aria-label="Search websites"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${found.indexOf(chosen)}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search websites"
        maxLength={255}
        // biome-ignore lint/a11y/noAutofocus: the menu opens at the press of a button, as a dialog does.
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          setWanted(false);
        }}
        onKeyDown={press}
      />
      {error && !data && !fetching && (
        <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Websites" aria-busy={fetching} tabIndex={-1}>
        {found.map(({ id: key, domain, trackingId }, index) => (
          <a
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={key === chosen?.id}
            href={addressOf(trackingId, location.search)}
            onPointerMove={() => setAt(index)}
          >
            {domain}
            {key === website.id && (
              <>
                <Check size={16} aria-hidden />
                <span className="visually-hidden">, shown now</span>
              </>
            )}
          </a>
        ))}
      </div>
      <p className="quiet website-switcher-hint" role="status">
        {data && found.length === 0 && `No websites match “${search}”.`}
        {further > 0 && `${counted(further, 'more website')}. Search to find them.`}
      </p>
      <p className="website-switcher-links">
        <a href="/websites">All websites</a>
        <a href={`/websites/${website.databaseId}`}>Settings</a>
      </p>
    </div>
  );
}
