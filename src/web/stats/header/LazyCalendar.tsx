import { lazy, Suspense } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import type { CalendarProps } from './Calendar.tsx';

const Calendar = lazy(() => import('./Calendar.tsx'));

/** The calendar of a menu, which is loaded when the menu is opened. */
export function LazyCalendar(props: CalendarProps) {
  return (
    <div className="popover-calendar">
      <Boundary>
        <Suspense>
          <Calendar {...props} />
        </Suspense>
      </Boundary>
    </div>
  );
}
