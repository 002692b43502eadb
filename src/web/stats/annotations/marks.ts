import { UNIT_OF_DAY } from '../../../calendar/days.ts';
import { shortDayInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { withGaps } from '../chart/points.ts';
import type { Period } from '../types.ts';

export type Annotation = Period['annotations'][number];

/** The annotations at one place of the chart. */
export interface Mark {
  /** The index of the point, of the first one if several are gathered. */
  index: number;
  annotations: Annotation[];
}

/** The name of the point to which a day belongs. A day by hour has its annotations at its first hour. */
export function pointOf(day: string, interval: Period['series']['interval']): string {
  switch (interval) {
    case 'HOUR_OF_DAY':
      return '00';
    case 'HOUR':
      return `${day}T00`;
    case 'DAY':
      return day;
    case 'WEEK':
      return UNIT_OF_DAY.week(day);
    case 'MONTH':
      return UNIT_OF_DAY.month(day);
  }
}

/**
 * The marks of the annotations of a period, in the order of the points.
 * @param apart the fewest points between two marks; those that are closer are gathered at the first one.
 */
export function marksOf(
  { annotations, series }: Pick<Period, 'annotations' | 'series'>,
  apart: number,
): Mark[] {
  const places = new Map(withGaps(series).map(({ at }, index) => [at, index]));
  const marks: Mark[] = [];
  for (const annotation of annotations) {
    const index = places.get(pointOf(annotation.day, series.interval));
    if (index === undefined) continue;
    const last = marks.at(-1);
    if (last && index - last.index < apart) last.annotations.push(annotation);
    else marks.push({ index, annotations: [annotation] });
  }
  return marks;
}

/** An annotation in words: `Sat, Nov 21: Deployed`. */
export const annotationInWords = ({ day, text }: Annotation) =>
  t('notes.one', { day: shortDayInWords(day), text });

/** The texts of the annotations by the name of their point. */
export function notesOf({
  annotations,
  series,
}: Pick<Period, 'annotations' | 'series'>): Map<string, string> {
  const notes = new Map<string, string>();
  for (const annotation of annotations) {
    const at = pointOf(annotation.day, series.interval);
    const before = notes.get(at);
    notes.set(at, [before, annotationInWords(annotation)].filter(Boolean).join('; '));
  }
  return notes;
}
