import { useState } from 'react';
import { type DateRange, DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { daysInWords } from '../../../stats/format.ts';
import type { Days, Website } from '../types.ts';
import './calendar.css';

export interface CalendarProps {
  website: Website;
  /** The days that are selected at first; null for none. */
  days: Days | null;
  /** The beginning of the button's text, before the selected days. */
  verb: string;
  onChoose: (days: Days) => void;
}

/** A day as the calendar represents it: its first midnight in the browser's time zone. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);

const two = (number: number) => String(number).padStart(2, '0');
const toDay = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Selects any range of days, up to today in the website's time zone. */
export default function Calendar({ website, days: given, verb, onChoose }: CalendarProps) {
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
        weekStartsOn={1}
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
        {from && to ? `${verb} ${daysInWords(from, to)}` : 'Choose days'}
      </button>
    </div>
  );
}
