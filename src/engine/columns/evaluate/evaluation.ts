import { monthOf } from '../../../calendar/days.ts';
import { filterKey } from '../../question/filterKey.ts';
import type { Answer, Question } from '../../question/types.ts';
import { splitMonth } from '../chunks/smallDays.ts';
import { lastDayOf, type SummedDimension, summedBy } from '../months/dimensions.ts';
import { DayMemory, DayView } from './dayView.ts';
import { Grouping } from './grouping.ts';
import type { InternedDay, Interner } from './interner.ts';
import { MaskCompiler } from './masks.ts';
import { addToGrouping, type EvaluationPart, type GroupingPart, partOfGrouping } from './parts.ts';
import { pageOfGroups } from './rows.ts';
import type { Scope } from './scope.ts';
import { addSums, readSums, Selection, STRIDE } from './selection.ts';
import { isTime } from './timeTexts.ts';

/** The evaluation of some questions, in one pass over the days. */
export interface Evaluation {
  /**
   * Adds a day, or several together. Each day may be added once, in any order. A question ignores days
   * outside its range.
   * @throws AppError `invalid` if a question has too many groups.
   */
  add(day: InternedDay): void;
  /** Returns the dimensions by which the sums of a month can be added instead of its days. */
  summable(month: number): Set<SummedDimension>;
  /**
   * Adds the sums of a month instead of its days, for all questions that it can be added for. To be called
   * before days are added.
   * @param sums by dimension, of all that are {@link summable}; null if another evaluation adds them.
   * @throws as `add`.
   */
  addMonth(month: number, sums: ReadonlyMap<SummedDimension, EvaluationPart> | null): void;
  /** Whether a question needs one of these days, which are of one month and in ascending order. */
  needs(days: readonly { day: number }[]): boolean;
  /** Returns the sums over the days added so far. */
  parts(): EvaluationPart[];
  /** Adds the sums of an evaluation of the same questions over other days. Throws as `add`. */
  merge(parts: readonly EvaluationPart[]): void;
  /** Returns the answers over the days added so far, in the order of the questions. */
  answers(): Answer[];
}

/** What questions with the same range, last hour and filter share. */
interface Section {
  from: number;
  to: number;
  selection: Selection;
  /** For the last day, if only its first hours count; otherwise null. */
  lastDay: Selection | null;
  /** The sums over all days. */
  sums: Float64Array;
  groupings: Map<string, Grouping>;
  /** Null if the filter has none. */
  scope: Scope | null;
  /**
   * Whether the days are needed one at a time: a question groups by days, weeks, months or hours of a day, or
   * only the first hours of the last day count.
   */
  byDay: boolean;
  /** By grouping: the dimension whose sums over months can be added. Null if not all of them have one. */
  summedBy: Map<Grouping, SummedDimension> | null;
  /** The months of which sums were added instead of their days. */
  summed: Set<number>;
}

/** Whether the sums of a month can be added to a section. */
const takesMonth = ({ summedBy, from, to }: Section, month: number) =>
  summedBy !== null && from <= 100 * month + 1 && lastDayOf(month) <= to;

/** Whether a section needs some days of a month, from the first to the last. */
const needsDays = ({ from, to, summed }: Section, first: number, last: number) =>
  from <= last && first <= to && !summed.has(monthOf(first));

function addTo(sections: readonly Section[], view: DayView): void {
  for (const { from, to, lastDay, sums, groupings, scope, ...section } of sections) {
    const selection = lastDay && view.columns.day === to ? lastDay : section.selection;
    selection.select(view, { from, to });
    addSums(sums, 0, selection.sums, 0);
    for (const grouping of groupings.values()) grouping.add(scope?.viewOf(view) ?? view, selection);
  }
}

/**
 * Starts to evaluate questions over the days of one website.
 * @param interner that which interned the days.
 * @param memory may be shared with other evaluations whose days are not added at the same time.
 */
export function createEvaluation(
  questions: readonly Question[],
  interner: Interner,
  memory: DayMemory = new DayMemory(),
): Evaluation {
  const masks = new MaskCompiler(interner);
  const sections = new Map<string, Section>();
  const prepared = questions.map((question) => {
    const { from, to, untilHour, filter, by, search } = question;
    const dimension = summedBy(question);
    const key = `${from} ${to} ${untilHour} ${dimension !== null} ${filterKey(filter)}`;
    const section: Section = sections.get(key) ?? {
      from,
      to,
      byDay: untilHour !== null,
      groupings: new Map<string, Grouping>(),
      sums: new Float64Array(STRIDE),
      scope: masks.scopeOf(filter),
      selection: new Selection(filter && masks.compile(filter)),
      lastDay: untilHour === null ? null : new Selection(masks.compileUntil(filter, untilHour)),
      summedBy: dimension === null ? null : new Map(),
      summed: new Set(),
    };
    sections.set(key, section);
    if (by.length === 0) return { question, section, grouping: null };
    const groupingKey = JSON.stringify([by, search]);
    const grouping = section.groupings.get(groupingKey) ?? new Grouping(by, interner, search);
    section.groupings.set(groupingKey, grouping);
    if (dimension !== null) section.summedBy?.set(grouping, dimension);
    section.byDay ||= by.some((name) => name !== 'hour_of_day' && isTime(name));
    return { question, section, grouping };
  });

  return {
    add(day) {
      const first = day.days?.[0] ?? day.day;
      const last = day.days?.at(-1) ?? day.day;
      const covering = [...sections.values()].filter((section) => needsDays(section, first, last));
      addTo(day.days ? covering.filter(({ byDay }) => !byDay) : covering, new DayView(day, memory));
      const divided = day.days ? covering.filter(({ byDay }) => byDay) : [];
      if (divided.length === 0) return;
      for (const single of splitMonth(day)) {
        const asked = divided.filter(({ from, to }) => from <= single.day && single.day <= to);
        addTo(asked, new DayView(single, memory));
      }
    },
    summable(month) {
      const taking = [...sections.values()].filter((section) => takesMonth(section, month));
      return new Set(
        taking.flatMap((section): SummedDimension[] => ['total', ...(section.summedBy?.values() ?? [])]),
      );
    },
    addMonth(month, stored) {
      for (const section of sections.values()) {
        if (!takesMonth(section, month)) continue;
        section.summed.add(month);
        if (!stored) continue;
        addSums(section.sums, 0, (stored.get('total') as EvaluationPart).sums, 0);
        for (const [grouping, dimension] of section.summedBy ?? [])
          addToGrouping(grouping, stored.get(dimension)?.groupings[0] as GroupingPart);
      }
    },
    needs(days) {
      const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
      return [...sections.values()].some((section) => needsDays(section, first, last));
    },
    parts: () =>
      [...sections.values()].map(({ sums, groupings }) => ({
        sums,
        groupings: [...groupings.values()].map(partOfGrouping),
      })),
    merge(parts) {
      for (const [index, section] of [...sections.values()].entries()) {
        const part = parts[index] as EvaluationPart;
        addSums(section.sums, 0, part.sums, 0);
        for (const [position, grouping] of [...section.groupings.values()].entries())
          addToGrouping(grouping, part.groupings[position] as GroupingPart);
      }
    },
    answers() {
      return prepared.map(({ question, section, grouping }): Answer => {
        const sums = readSums(section.sums, 0);
        if (grouping) return { ...pageOfGroups(grouping, question), sums };
        // The totals are one row, to which neither `search`, `positive` nor `hideBelow` applies.
        const rows = [{ values: [], sums }].slice(question.offset, question.offset + question.limit);
        return { rows, total: 1, sums, matched: sums, few: null };
      });
    },
  };
}
