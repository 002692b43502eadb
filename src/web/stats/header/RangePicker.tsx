import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { daysInWords } from '../../shared/i18n/format.ts';
import { namesBy } from '../../shared/i18n/namesBy.ts';
import { t } from '../../shared/i18n/t.ts';
import { PERIODS, type PresetName, presetInWords } from '../../shared/periods.ts';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import type { Range, Website } from '../types.ts';
import { LazyCalendar } from './LazyCalendar.tsx';
import { Popover, PopoverChoices } from './Popover.tsx';
import { steppedRange } from './steps.ts';

interface Props {
  range: Range;
  /** Whether the page shows what happens now instead. */
  live: boolean;
  website: Website | null;
  onChoose: (range: Range) => void;
}

/** The keys of named periods. */
const KEYS: Readonly<Record<string, PresetName>> = {
  d: 'today',
  e: 'yesterday',
  w: 'last_7_days',
  t: 'last_30_days',
  m: 'this_month',
  p: 'last_month',
  y: 'last_12_months',
  a: 'all',
};

const rangeInWords = (range: Range) =>
  'preset' in range ? presetInWords(range.preset) : daysInWords(range.from, range.to);

/** Selects the days to show: a menu, and arrows to the period before and after. */
export function RangePicker({ range, live, website, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const [before, after] = ([-1, 1] as const).map((step) =>
    live ? null : website && steppedRange(range, website, step),
  );
  const choose = (chosen: Range | null | undefined) => {
    setOpen(false);
    if (chosen) onChoose(chosen);
  };
  useShortcuts({
    ...Object.fromEntries(Object.entries(KEYS).map(([key, preset]) => [key, () => choose({ preset })])),
    arrowleft: () => choose(before),
    arrowright: () => choose(after),
  });
  const preset = 'preset' in range ? range.preset : null;
  return (
    <div className="range-picker">
      <Arrow label={t('header.before')} to={before} onChoose={choose}>
        <ChevronLeft size={18} aria-hidden />
      </Arrow>
      <Popover
        label={t('header.daysShown')}
        words={live ? t('live.range') : rangeInWords(range)}
        icon={<CalendarDays size={16} aria-hidden />}
        title={t('header.daysToShow')}
        disabled={!website}
        open={open}
        onOpen={setOpen}
      >
        <PopoverChoices
          names={namesBy(PERIODS, presetInWords)}
          chosen={live ? null : preset}
          onChoose={(name) => choose({ preset: name })}
        />
        {website && <LazyCalendar website={website} days={website.period} action="show" onChoose={choose} />}
      </Popover>
      <Arrow label={t('header.after')} to={after} onChoose={choose}>
        <ChevronRight size={18} aria-hidden />
      </Arrow>
    </div>
  );
}

interface ArrowProps {
  label: string;
  to: Range | null | undefined;
  onChoose: (range: Range | null | undefined) => void;
  children: React.ReactNode;
}

/** A step to another period. Without one it stays focusable, so that the last step keeps the focus. */
function Arrow({ label, to, onChoose, children }: ArrowProps) {
  return (
    <button
      type="button"
      className="button range-picker-arrow"
      aria-label={label}
      title={label}
      aria-disabled={!to}
      onClick={() => onChoose(to)}
    >
      {children}
    </button>
  );
}
