import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { namesBy } from '../../shared/i18n/namesBy.ts';
import { t } from '../../shared/i18n/t.ts';
import { COMPARISONS, type Compare, compareInWords } from '../compare.ts';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import type { Website } from '../types.ts';
import { LazyCalendar } from './LazyCalendar.tsx';
import { Popover, PopoverChoices } from './Popover.tsx';

interface Props {
  compare: Compare;
  website: Website | null;
  onChoose: (compare: Compare) => void;
}

/** Selects the period to compare with: a named one, or any days. */
export function ComparePicker({ compare, website, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const choose = (chosen: Compare) => {
    setOpen(false);
    onChoose(chosen);
  };
  useShortcuts({ c: () => website && setOpen(!open) });
  return (
    <Popover
      className="compare-picker"
      label={t('header.comparedWith')}
      words={compareInWords(compare)}
      icon={<ArrowLeftRight size={16} aria-hidden />}
      title={t('header.compareWith')}
      disabled={!website}
      open={open}
      onOpen={setOpen}
    >
      <PopoverChoices
        names={namesBy(COMPARISONS, (name) => t(`compare.${name}`))}
        chosen={typeof compare === 'string' ? compare : null}
        onChoose={choose}
      />
      {website && (
        <LazyCalendar
          website={website}
          days={website.period.previous ?? null}
          action="compare"
          onChoose={choose}
        />
      )}
    </Popover>
  );
}
