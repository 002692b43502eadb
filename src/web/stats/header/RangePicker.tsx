import { CalendarDays, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PERIODS, type PresetName } from '../../shared/periods.ts';
import type { Range } from '../address.ts';
import { Boundary } from '../Boundary.tsx';
import type { Website } from '../types.ts';
import './rangePicker.css';

const Calendar = lazy(() => import('./Calendar.tsx'));

interface Props {
  range: Range;
  website: Website | null;
  onChoose: (range: Range) => void;
}

/** Selects the days to show: a button with the current range, and a menu below it. */
export function RangePicker({ range, website, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    frame.current?.querySelector<HTMLElement>('[aria-pressed="true"], .range-picker-menu button')?.focus();
    const beside = ({ target }: Event) => !frame.current?.contains(target as Node) && setOpen(false);
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    const close = () => {
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', beside);
    addEventListener('focusin', beside);
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('pointerdown', beside);
      removeEventListener('focusin', beside);
      removeEventListener('keydown', pressed);
    };
  }, [open]);

  function choose(chosen: Range) {
    setOpen(false);
    button.current?.focus();
    onChoose(chosen);
  }

  return (
    <div className="range-picker" ref={frame}>
      <button
        ref={button}
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!website}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays size={16} aria-hidden />
        <span className="visually-hidden">Days shown: </span>
        {'preset' in range ? PERIODS[range.preset] : 'Custom range'}
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && website && (
        <div className="card range-picker-menu" role="dialog" aria-label="Days to show">
          <div className="range-picker-presets">
            {(Object.keys(PERIODS) as PresetName[]).map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={'preset' in range && range.preset === preset}
                onClick={() => choose({ preset })}
              >
                {PERIODS[preset]}
              </button>
            ))}
          </div>
          <div className="range-picker-calendar">
            <Boundary otherwise={<p className="quiet">The calendar could not be loaded. Reload the page.</p>}>
              <Suspense>
                <Calendar website={website} onChoose={choose} />
              </Suspense>
            </Boundary>
          </div>
        </div>
      )}
    </div>
  );
}
