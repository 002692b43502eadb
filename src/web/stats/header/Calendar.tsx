import { useState } from 'react';
import { type DateRange, DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { daysInWords } from '../../shared/i18n/format.ts';
import { currentLocale, t } from '../../shared/i18n/t.ts';
import type { Days, Website } from '../types.ts';
import { firstWeekday } from './firstWeekday.ts';
import './calendar.css';

export interface CalendarProps {
  website: Website;
  /** The days that are selected at first; null for none. */
  days: Days | null;
  /** What choosing days does: shows them, or compares with them. */
  action: 'show' | 'compare';
  onChoose: (days: Days) => void;
}

/** A day as the calendar represents it: its first midnight in the browser's time zone. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);

const two = (number: number) => String(number).padStart(2, '0');
const toDay = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Names of months and days in the locale of the page, for eyes and for screen readers. */
function wording() {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(currentLocale(), options);
    return (date: Date) => format(date);
  };
  const month = format({ month: 'long', year: 'numeric' });
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return {
    formatters: {
      formatCaption: month,
      formatWeekdayName: format({ weekday: 'short' }),
    },
    labels: {
      labelGrid: month,
      labelWeekday: format({ weekday: 'long' }),
      labelNav: () => t('calendar.months'),
      labelNext: () => t('calendar.next'),
      labelPrevious: () => t('calendar.previous'),
      labelDayButton: (date: Date, { today, selected }: { today?: boolean; selected?: boolean }) => {
        const named = today ? t('calendar.today', { day: day(date) }) : day(date);
        return selected ? t('calendar.selected', { day: named }) : named;
      },
    },
  };
}

/** Selects any range of days, up to today in the website's time zone. */
export default function Calendar({ website, days: given, action, onChoose }: CalendarProps) {
  const { today, recordedSince } = website;
  const last = toDate(today);
  const first = toDate([recordedSince ?? today, given?.from ?? today].sort()[0] ?? today);
  const [days, setDays] = useState<DateRange | undefined>(
    given ? { from: toDate(given.from), to: toDate(given.to) } : undefined,
  );
  const from = days?.from && toDay(days.from);
  const to = days?.to ? toDay(days.to) : from;
  return (
    <div className="calendar">
      <DayPicker
        mode="range"
        resetOnSelect
        weekStartsOn={firstWeekday()}
        lang={currentLocale()}
        {...wording()}
        selected={days}
        onSelect={setDays}
        today={last}
        defaultMonth={toDate([given?.to ?? today, today].sort()[0] ?? today)}
        startMonth={first}
        endMonth={last}
        disabled={{ after: last }}
      />
      <button
        type="button"
        className="button primary"
        disabled={!from || !to}
        onClick={() => from && to && onChoose({ from, to })}
      >
        {from && to ? t(`calendar.${action}`, { days: daysInWords(from, to) }) : t('calendar.choose')}
      </button>
    </div>
  );
}
