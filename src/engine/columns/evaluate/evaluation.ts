import { monthOf } from '../../../calendar/days.ts';
import { dimensionsOfFilter } from '../../question/filter.ts';
import { filterKey } from '../../question/filterKey.ts';
import { isBehaviour } from '../../question/isBehaviour.ts';
import type { Answer, Question } from '../../question/types.ts';
import { isProperty } from '../../registry/dimensions.ts';
import { splitMonth } from '../chunks/smallDays.ts';
import { lastDayOf, type SummedDimension, summedBy } from '../months/dimensions.ts';
import { type ClosedSums, copyGroups, restoreGroups } from './closed.ts';
import { type Counter, type CounterPart, counterKeyOf } from './counter.ts';
import { DayMemory, DayView } from './dayView.ts';
import { FunnelCounter } from './funnel.ts';
import { Grouping, groupedBy } from './grouping.ts';
import type { ImportedRange, ImportedSums } from './imported.ts';
import type { InternedDay, Interner } from './interner.ts';
import { JourneyCounter } from './journey.ts';
import { MaskCompiler } from './maskCompiler.ts';
import { addToGrouping, type EvaluationPart, type GroupingPart, partOfGrouping } from './parts.ts';
import { PropertyCounter } from './properties.ts';
import { pageOfGroups } from './rows.ts';
import type { Scope } from './scope.ts';
import { addSums, readSums, Selection, STRIDE } from './selection.ts';
import { isTime } from './timeTexts.ts';
import { type DayTotals, followsFromTotals } from './totals.ts';

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
  /**
   * Whether a question needs one of these days, which are of one month and in ascending order; `extras` if
   * one needs their extras, too.
   */
  needs(days: readonly { day: number }[]): boolean | 'extras';
  /** Returns the daily sums of imports that questions contain: they have no filter and divide no hits. */
  importable(): ImportedRange[];
  /** Adds the sums of {@link importable}. To be called once, after everything else is added. */
  addImported(sums: ImportedSums): void;
  /** Returns the sums over the days added so far. */
  parts(): EvaluationPart[];
  /** Returns a copy of the sums of a question, by its index, over the days added so far. */
  closed(index: number): ClosedSums;
  /** Adds the sums of an evaluation of the same questions over other days. Throws as `add`. */
  merge(parts: readonly EvaluationPart[]): void;
  /** Returns the answers over the days added so far, in the order of the questions. */
  answers(): Answer[];
}

/** What questions with the same range, last hour and filter share. */
interface Section {
  from: number;
  to: number;
  untilHour: number | null;
  selection: Selection;
  /** For the last day, if only its first hours count; otherwise null. */
  lastDay: Selection | null;
  /**
   * The first day that is added. Those before it were added as totals: all but the last day, if only its
   * first hours count.
   */
  addedFrom: number;
  /** The sums over all days. */
  sums: Float64Array;
  groupings: Map<string, Grouping>;
  counters: Map<string, Counter>;
  /** Whether a grouping needs the records of selected visits. */
  needsRecords: boolean;
  /** Null if the filter has none. */
  scope: Scope | null;
  /**
   * Whether the days are needed one at a time: a question groups by days, weeks, months or hours of a day, or
   * only the first hours of the last day count.
   */
  byDay: boolean;
  /** Whether a question needs the extras of days. */
  extras: boolean;
  /** By grouping: the dimension whose sums over months can be added. Null if not all of them have one. */
  summedBy: Map<Grouping, SummedDimension> | null;
  /** The months of which sums were added instead of their days. */
  summed: Set<number>;
  /** The last day of those whose sums were given; 0 for none. */
  through: number;
  /** Whether its questions follow from the totals of days. */
  ofTotals: boolean;
}

/** Whether a question needs more of days than their columns. */
const needsExtras = (question: Question): boolean =>
  isBehaviour(question) ||
  question.by.some(isProperty) ||
  (question.filter !== null && dimensionsOfFilter(question.filter).some(isProperty));

/**
 * Adds the totals of those days of a section that are before another one: to its sums, and to the groups by
 * time if it follows from totals.
 */
function addTotals(section: Section, totals: readonly DayTotals[], before: number): void {
  const { from, to, sums } = section;
  const groupings = section.ofTotals ? [...section.groupings.values()] : [];
  const ofDay = new Float64Array(STRIDE);
  for (const grouping of groupings) grouping.reserve(grouping.values.size + totals.length);
  for (const { day, visitors, visits, pageviews, events, bounces, duration } of totals) {
    if (day < from || day > to || day >= before) continue;
    ofDay.set([visitors, visits, pageviews, events, bounces, duration, pageviews]);
    addSums(sums, 0, ofDay, 0);
    for (const grouping of groupings) grouping.addTotals(day, ofDay);
  }
}

/** The daily sums of imports that a section contains, and the groupings to which they are added. */
function importedBy({
  from,
  to,
  untilHour,
  ofTotals,
  summedBy,
}: Section): Map<ImportedRange, Grouping | null> {
  // Of the last day, an import does not tell the first hours.
  const last = untilHour === null ? to : to - 1;
  const rangeOf = (dimension: SummedDimension): ImportedRange => ({ from, to: last, dimension });
  if (!ofTotals && summedBy === null) return new Map();
  const ranges = new Map<ImportedRange, Grouping | null>([[rangeOf('total'), null]]);
  for (const [grouping, dimension] of summedBy ?? []) ranges.set(rangeOf(dimension), grouping);
  return ranges;
}

/** A question with its section and its grouping, which other questions may share. */
interface Prepared {
  question: Question;
  section: Section;
  /** Null for the totals, and for a counter. */
  grouping: Grouping | null;
  /** Null unless the question is about a funnel, journeys or properties. */
  counter: CounterOf | null;
}

type CounterOf = FunnelCounter | JourneyCounter | PropertyCounter;

/** The part of an answer that a counter gives. */
function counted(counter: CounterOf): Pick<Answer, 'funnel' | 'journey' | 'properties'> {
  if (counter instanceof FunnelCounter) return { funnel: counter.answer() };
  return counter instanceof JourneyCounter ? { journey: counter.answer() } : { properties: counter.answer() };
}

/** What an evaluation starts with. */
export interface EvaluationOptions {
  /** May be shared with other evaluations whose days are not added at the same time. */
  memory?: DayMemory;
  /**
   * By question: its sums over all days up to `through`, by the same interner, which are then not added; null
   * for none.
   */
  closed?: readonly (ClosedSums | null)[];
  /** As 20261121. */
  through?: number;
  /**
   * The totals of all days, from which questions without a filter by days, weeks or months then follow; null
   * if all questions are answered from added days.
   */
  totals?: readonly DayTotals[] | null;
}

/** Whether the sums of a month can be added to a section. */
const takesMonth = ({ summedBy, from, to, through }: Section, month: number) =>
  summedBy !== null && through < 100 * month + 1 && from <= 100 * month + 1 && lastDayOf(month) <= to;

/** Whether a section needs some days of a month, from the first to the last. */
const needsDays = ({ addedFrom, to, summed, through }: Section, first: number, last: number) =>
  addedFrom <= last && through < last && first <= to && !summed.has(monthOf(first));

function addTo(sections: readonly Section[], view: DayView): void {
  for (const { from, to, untilHour, lastDay, sums, groupings, counters, scope, ...section } of sections) {
    const isLast = lastDay !== null && view.columns.day === to;
    const selection = isLast ? lastDay : section.selection;
    selection.select(view, { from, to }, !section.needsRecords);
    if (selection.count === 0) continue;
    addSums(sums, 0, selection.sums, 0);
    const limited = scope?.viewOf(view) ?? view;
    for (const grouping of groupings.values()) grouping.add(limited, selection);
    if (counters.size === 0) continue;
    const limits = { existing: scope?.existing(view) ?? null, until: isLast ? untilHour : null };
    for (const counter of counters.values()) counter.add(limited, selection, limits);
  }
}

/**
 * Starts to evaluate questions over the days of one website.
 * @param interner that which interned the days.
 */
export function createEvaluation(
  questions: readonly Question[],
  interner: Interner,
  { memory = new DayMemory(), closed = [], through = 0, totals = null }: EvaluationOptions = {},
): Evaluation {
  const masks = new MaskCompiler(interner);
  const counterOf = ({ funnel, journey, properties }: Question): CounterOf | null => {
    if (properties) return new PropertyCounter(properties, interner);
    const paths = interner.dictionary('page');
    if (funnel) return new FunnelCounter(funnel, masks.compileSteps(funnel.steps), paths);
    if (!journey) return null;
    const dictionaries = { paths, events: interner.dictionary('event') };
    return new JourneyCounter(journey, masks.compileSteps([journey.anchor]), dictionaries);
  };
  const sections = new Map<string, Section>();
  const prepared = questions.map((question, index): Prepared => {
    const { from, to, untilHour, filter, by, search } = question;
    const ofTotals = totals !== null && followsFromTotals(question);
    const dimension = ofTotals ? null : summedBy(question);
    const given = ofTotals ? null : (closed[index] ?? null);
    const paid = question.measure === 'revenue';
    const kind = `${ofTotals} ${dimension !== null} ${given !== null} ${paid}`;
    const key = `${from} ${to} ${untilHour} ${kind} ${filterKey(filter)}`;
    const existing = sections.get(key);
    const section: Section = existing ?? {
      from,
      to,
      untilHour,
      byDay: untilHour !== null,
      addedFrom: !ofTotals ? from : untilHour === null ? Number.POSITIVE_INFINITY : to,
      groupings: new Map<string, Grouping>(),
      counters: new Map<string, Counter>(),
      needsRecords: false,
      sums: new Float64Array(STRIDE),
      extras: false,
      scope: masks.scopeOf(filter),
      selection: new Selection(masks.compileSelection(filter, { untilHour: null, paid })),
      lastDay: untilHour === null ? null : new Selection(masks.compileSelection(filter, { untilHour, paid })),
      summedBy: dimension === null ? null : new Map(),
      summed: new Set(),
      through: given === null ? 0 : through,
      ofTotals,
    };
    sections.set(key, section);
    section.extras ||= needsExtras(question);
    if (given && !existing) addSums(section.sums, 0, given.sums, 0);
    if (question.funnel || question.journey || question.properties) {
      const counterKey = counterKeyOf(question);
      const known = section.counters.get(counterKey) as Prepared['counter'] | undefined;
      const counter = known ?? (counterOf(question) as NonNullable<Prepared['counter']>);
      if (given?.counted && !known) counter.merge(given.counted);
      section.counters.set(counterKey, counter);
      return { question, section, grouping: null, counter };
    }
    const grouped = groupedBy(question);
    if (grouped.length === 0) return { question, section, grouping: null, counter: null };
    const groupingKey = JSON.stringify([grouped, search]);
    const known = section.groupings.get(groupingKey);
    const grouping = known ?? new Grouping(grouped, interner, search);
    if (given?.groups && !known) restoreGroups(grouping, given.groups);
    section.groupings.set(groupingKey, grouping);
    section.needsRecords ||= !grouping.daily;
    if (dimension !== null) section.summedBy?.set(grouping, dimension);
    section.byDay ||= by.some((name) => name !== 'hour_of_day' && isTime(name));
    return { question, section, grouping, counter: null };
  });

  if (totals)
    for (const section of sections.values())
      if (section.addedFrom > section.from) addTotals(section, totals, section.addedFrom);
  return {
    add(day) {
      const first = day.days?.[0] ?? day.day;
      const last = day.days?.at(-1) ?? day.day;
      const covering = [...sections.values()].filter((section) => needsDays(section, first, last));
      addTo(day.days ? covering.filter(({ byDay }) => !byDay) : covering, new DayView(day, memory, interner));
      const divided = day.days ? covering.filter(({ byDay }) => byDay) : [];
      if (divided.length === 0) return;
      for (const single of splitMonth(day)) {
        const asked = divided.filter(({ addedFrom, to }) => addedFrom <= single.day && single.day <= to);
        addTo(asked, new DayView(single, memory, interner));
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
      const needing = [...sections.values()].filter((section) => needsDays(section, first, last));
      return needing.some(({ extras }) => extras) ? 'extras' : needing.length > 0;
    },
    importable: () => [...sections.values()].flatMap((section) => [...importedBy(section).keys()]),
    addImported(imported) {
      for (const section of sections.values())
        for (const [range, grouping] of importedBy(section)) {
          if (grouping) addToGrouping(grouping, imported.values(range));
          else addTotals(section, imported.totals(range), Number.POSITIVE_INFINITY);
        }
    },
    parts: () =>
      [...sections.values()].map(({ sums, groupings, counters }) => ({
        sums,
        groupings: [...groupings.values()].map(partOfGrouping),
        counters: [...counters.values()].map((counter) => counter.part()),
      })),
    closed(index) {
      const { section, grouping, counter } = prepared[index] as Prepared;
      return {
        sums: section.sums.slice(),
        groups: grouping && copyGroups(grouping),
        counted: counter?.part() ?? null,
      };
    },
    merge(parts) {
      for (const [index, section] of [...sections.values()].entries()) {
        const part = parts[index] as EvaluationPart;
        addSums(section.sums, 0, part.sums, 0);
        for (const [position, grouping] of [...section.groupings.values()].entries())
          addToGrouping(grouping, part.groupings[position] as GroupingPart);
        for (const [position, counter] of [...section.counters.values()].entries())
          counter.merge(part.counters?.[position] as CounterPart);
      }
    },
    answers() {
      return prepared.map(({ question, section, grouping, counter }): Answer => {
        const sums = readSums(section.sums, 0);
        if (counter) return { rows: [], total: 0, sums, matched: sums, few: null, ...counted(counter) };
        if (grouping) return { ...pageOfGroups(grouping, question), sums };
        // The totals are one row, to which neither `search`, `positive` nor `hideBelow` applies.
        const rows = [{ values: [], sums }].slice(question.offset, question.offset + question.limit);
        return { rows, total: 1, sums, matched: sums, few: null };
      });
    },
  };
}
