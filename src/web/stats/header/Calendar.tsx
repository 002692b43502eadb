import { useState } from 'react';
import { type DateRange, DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { daysInWords } from '../../../stats/format.ts';
import type { Range } from '../address.ts';
import type { Website } from '../types.ts';
import './calendar.css';

interface Props {
  website: Website;
  onChoose: (range: Range) => void;
}

/** A day as the calendar represents it: its first midnight in the browser's time zone. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);

const two = (number: number) => String(number).padStart(2, '0');
const toDay = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Selects any range of days, up to today in the website's time zone. */
export default function Calendar({ website, onChoose }: Props) {
  const { today, recordedSince, period } = website;
  const last = toDate(today);
  const first = toDate([recordedSince ?? today, period.from].sort()[0] ?? today);
  const [days, setDays] = useState<DateRange | undefined>({
    from: toDate(period.from),
    to: toDate(period.to),
  });
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
        defaultMonth={toDate([period.to, today].sort()[0] ?? today)}
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
        {from && to ? `Show ${daysInWords(from, to)}` : 'Choose days'}
      </button>
    </div>
  );
}
