import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { LastHit } from '../../shared/LastHit.tsx';
import { countedBefore, isUnfinished } from '../chart/points.ts';
import { comparedInWords } from '../compare.ts';
import type { Website } from '../types.ts';

/** What the line needs of a website; also what the server reads for the first view (src/web/first). */
type Shown = Pick<Website, 'today' | 'hour' | 'lastHitAt' | 'recordedSince'> & { period: Period };
type Period = Pick<Website['period'], 'from' | 'to'> & {
  previous: Pick<NonNullable<Website['period']['previous']>, 'from' | 'to' | 'untilHour'> | null;
};

/** The days shown, and the days that they are compared with, in words. */
export function DaysShown({ website }: { website: Shown | null }) {
  const period = website?.period;
  if (!website || !period)
    return (
      <p className="quiet days-shown">
        <Wait>{t('header.daysShown')}</Wait>
      </p>
    );
  const whole = daysInWords(period.from, period.to);
  const days = isUnfinished(period, website) ? t('header.soFar', { days: whole }) : whole;
  return (
    <div className="quiet days-shown" data-swipe>
      <p>{withCompared(days, period, website)}</p>
      {website.lastHitAt && <LastHit at={website.lastHitAt} />}
    </div>
  );
}

/** Adds what the days are compared with; or that nothing was recorded then, and since when it is. */
function withCompared(days: string, period: Period, website: Shown): string {
  const { previous } = period;
  if (!previous) return days;
  const before = comparedInWords(previous);
  const { recordedSince: since } = website;
  if (!since || countedBefore(period, website) !== 'none') return t('header.compared', { days, before });
  return t('header.nothingBefore', { days, before, since: daysInWords(since, since) });
}

/** Takes the place of a text that is not there yet. */
export function Wait({ children }: { children: string }) {
  return (
    <>
      <span className="visually-hidden">{children}</span>
      <span className="skeleton statistics-wait" />
    </>
  );
}
