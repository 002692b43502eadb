import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { useCombobox } from '../../shared/useCombobox.ts';
import { usePaused } from '../../shared/usePaused.ts';
import { readAddress, writeAddress } from '../address.ts';
import { isGoalMetric } from '../chart/metrics.ts';
import { USUAL_JOURNEY } from '../journeys/journeyAddress.ts';
import type { Website } from '../types.ts';
import { SwitcherDocument } from './documents.ts';

const PAUSE_MS = 150;

/** What has values or ids of a website in it. */
const NOTHING_CHOSEN = {
  filters: [],
  segment: null,
  details: null,
  goal: null,
  currency: null,
  journey: USUAL_JOURNEY,
};

/**
/**
 * The statistics page of another website in the same state. What has values or ids of this website is
 * dropped.
 */
export function addressOf(trackingId: string, search: string): string {
  const shown = readAddress(search);
  const metric = isGoalMetric(shown.metric) ? 'visitors' : shown.metric;
  const funnel = { ...shown.funnel, id: null };
  return `/s/${trackingId}${writeAddress({ ...shown, ...NOTHING_CHOSEN, metric, funnel })}`;
}

interface Props {
  website: Website;
  /** The text in the field. A person may have typed it before this menu was loaded. */
  typed: string;
  onType: (text: string) => void;
}

/** A menu of the account's websites with a search. The arrow keys choose, Enter opens. */
export default function SwitcherMenu({ website, typed, onType }: Props) {
  const search = usePaused(typed, PAUSE_MS);
  const [{ data, error, fetching }, refetch] = useAsk(SwitcherDocument, { search: search || null });
  const found = data?.websites.nodes ?? [];
  // Enter may be pressed before the websites are found.
  const [wanted, setWanted] = useState(false);
  const { chosen, field, list, option, restart } = useCombobox({
    options: found,
    isOpen: true,
    onEnter: () => setWanted(true),
  });
  const isFound = !fetching && search === typed.trim();
  useEffect(() => {
    if (!wanted || !isFound) return;
    setWanted(false);
    if (chosen) location.assign(addressOf(chosen.trackingId, location.search));
  }, [wanted, isFound, chosen]);

  const further = (data?.websites.totalCount ?? 0) - found.length;
  return (
    <>
      <input
        type="search"
        {...field}
        role="combobox"
        aria-expanded
        aria-label={t('switcher.search')}
        placeholder={t('switcher.search')}
        maxLength={255}
        // biome-ignore lint/a11y/noAutofocus: the menu opens at the press of a button, as a dialog does.
        autoFocus
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          restart();
          setWanted(false);
        }}
      />
      {error && !data && !fetching && (
        <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
      )}
      <div {...list} role="listbox" tabIndex={-1} aria-label={t('switcher.list')} aria-busy={fetching}>
        {found.map(({ id: key, domain, trackingId }, index) => (
          <a
            key={key}
            {...option(index)}
            role="option"
            tabIndex={-1}
            href={addressOf(trackingId, location.search)}
          >
            {domain}
            {key === website.id && (
              <>
                <Check size={16} aria-hidden />
                <span className="visually-hidden">, {t('switcher.current')}</span>
              </>
            )}
          </a>
        ))}
      </div>
      <p className="quiet website-switcher-hint" role="status">
        {data && found.length === 0 && t('switcher.none', { search })}
        {further > 0 && t('switcher.more', { count: further })}
      </p>
      <p className="website-switcher-links">
        <a href="/websites">{t('header.websites')}</a>
        <a href={`/websites/${website.databaseId}`}>{t('header.settings')}</a>
      </p>
    </>
  );
}
