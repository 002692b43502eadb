import { MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { useCombobox } from '../../shared/useCombobox.ts';
import { usePaused } from '../../shared/usePaused.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { Popover } from '../header/Popover.tsx';
import { labelOf } from '../labels.ts';
import { RowsDocument } from '../rowsDocument.ts';
import type { Period } from '../types.ts';
import { anchorInWords, isValue } from './anchors.ts';
import { ANCHORS, type Anchor, type AnchorKind } from './journeyAddress.ts';

interface Props {
  anchor: Anchor;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  /** The filter of the statistics. */
  given: FilterInput | null;
  onChoose: (anchor: Anchor) => void;
}

/** Chooses the page, event or goal with which journeys begin or end. */
export function AnchorPicker(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('journeys.anchor')}
      words={anchorInWords(props.anchor, useGoalNames())}
      icon={<MapPin size={16} aria-hidden />}
      title={t('journeys.choose')}
      className="journeys-anchor"
      disabled={false}
      open={open}
      onOpen={setOpen}
    >
      <AnchorMenu
        {...props}
        onChoose={(anchor) => {
          setOpen(false);
          props.onChoose(anchor);
        }}
      />
    </Popover>
  );
}

/** Time without a keystroke after which a text is searched. */
const PAUSE_MS = 200;
/** Values of each kind that the menu shows. */
const SHOWN = 20;

interface Option {
  anchor: Anchor;
  label: string;
}

const TITLES = {
  goal: 'group.goals',
  page: 'statistic.page.title',
  event: 'statistic.event.title',
} as const satisfies Record<AnchorKind, string>;

function AnchorMenu({ anchor, trackingId, period, given, onChoose }: Props) {
  const names = useGoalNames();
  const [text, setText] = useState('');
  const search = usePaused(text, PAUSE_MS);
  const { from, to } = period;
  const variables = { trackingId, from, to, search: search || null, sort: 'MAX' as const, filter: given };
  const pages = useAsk(RowsDocument, { ...variables, name: 'PAGE' });
  const events = useAsk(RowsDocument, { ...variables, name: 'EVENT' });
  const valuesOf = (kind: 'page' | 'event', [{ data }]: typeof pages): Option[] =>
    (data?.website?.period.stats.nodes ?? [])
      .filter(({ value }) => isValue(value))
      .slice(0, SHOWN)
      .map((row) => ({ anchor: { kind, value: row.value }, label: labelOf(kind, row) }));
  const sought = search.toLocaleLowerCase();
  const found: Record<AnchorKind, Option[]> = {
    goal: names.list
      .filter(({ name }) => name.toLocaleLowerCase().includes(sought))
      .map(({ id, name }) => ({ anchor: { kind: 'goal', value: id }, label: name })),
    page: valuesOf('page', pages),
    event: valuesOf('event', events),
  };
  const options = ANCHORS.flatMap((kind) => found[kind]);
  // Enter may be pressed before the values are found.
  const [isEntered, setEntered] = useState(false);
  const { chosen, field, list, option, restart } = useCombobox({
    options,
    isOpen: true,
    onEnter: () => setEntered(true),
  });
  const isPending = pages[0].fetching || events[0].fetching || search !== text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the wait chooses.
  useEffect(() => {
    if (!isEntered || isPending) return;
    setEntered(false);
    if (chosen) onChoose(chosen.anchor);
  }, [isEntered, isPending]);
  const failed = [pages, events].find(([{ error }]) => error);
  const error = failed?.[0].error;
  return (
    <div className="journeys-menu">
      <input
        type="search"
        {...field}
        role="combobox"
        aria-expanded
        aria-label={t('journeys.search')}
        placeholder={t('journeys.search')}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the menu opens at the press of a button, as a dialog does.
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setEntered(false);
          restart();
        }}
      />
      {error && <Problem error={error} retry={() => failed?.[1]({ requestPolicy: 'network-only' })} />}
      <div {...list} role="listbox" tabIndex={-1} aria-label={t('journeys.found')} aria-busy={isPending}>
        {ANCHORS.filter((kind) => found[kind].length > 0).map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: options may be in groups, not in fieldsets.
          <div key={kind} role="group" aria-label={t(TITLES[kind])}>
            <div className="quiet" role="presentation">
              {t(TITLES[kind])}
            </div>
            {found[kind].map(({ anchor: one, label }) => {
              const index = options.findIndex((other) => other.anchor === one);
              return (
                <div
                  key={one.value}
                  {...option(index)}
                  role="option"
                  tabIndex={-1}
                  className={isSame(one, anchor) ? 'journeys-chosen' : undefined}
                  onMouseUp={() => onChoose(one)}
                >
                  {label}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className="quiet" role="status">
        {options.length === 0 && t(isPending ? 'values.loading' : 'journeys.noneFound')}
      </p>
    </div>
  );
}

const isSame = (one: Anchor, other: Anchor) => one.kind === other.kind && one.value === other.value;
