import { lazy, Suspense } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Boundary } from '../Boundary.tsx';
import type { CalendarProps } from './Calendar.tsx';

const Calendar = lazy(() => import('./Calendar.tsx'));

/** The calendar of a menu, which is loaded when the menu is opened. */
export function LazyCalendar(props: CalendarProps) {
  return (
    <div className="popover-calendar">
      <Boundary otherwise={<p className="quiet">{t('calendar.failed')}</p>}>
        <Suspense>
          <Calendar {...props} />
        </Suspense>
      </Boundary>
    </div>
  );
}
