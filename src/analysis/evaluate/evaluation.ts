import { filterKey } from '../query/filterKey.ts';
import type { Answer, Question } from '../query/types.ts';
import { DayMemory, DayView } from './dayView.ts';
import { Grouping } from './grouping.ts';
import type { InternedDay, Interner } from './interner.ts';
import { MaskCompiler } from './masks.ts';
import { readRows } from './rows.ts';
import { addSums, readSums, Selection, STRIDE } from './selection.ts';

/** The evaluation of some questions, in one pass over the days. */
export interface Evaluation {
  /**
   * Adds a day. Each day may be added once, in any order. A question ignores days outside its range.
   * @throws AppError `invalid` if a question has too many groups.
   */
  add(day: InternedDay): void;
  /** Returns the answers over the days added so far, in the order of the questions. */
  answers(): Answer[];
}

/** What questions with the same range and filter share. */
interface Section {
  from: number;
  to: number;
  selection: Selection;
  /** The sums over all days. */
  sums: Float64Array;
  groupings: Map<string, Grouping>;
}

/**
 * Starts to evaluate questions over the days of one website.
 * @param interner that which interned the days.
 */
export function createEvaluation(questions: readonly Question[], interner: Interner): Evaluation {
  const memory = new DayMemory();
  const masks = new MaskCompiler(interner);
  const sections = new Map<string, Section>();
  const prepared = questions.map((question) => {
    const { from, to, filter, by } = question;
    const key = `${from} ${to} ${filterKey(filter)}`;
    const section = sections.get(key) ?? {
      ...{ from, to, groupings: new Map<string, Grouping>() },
      sums: new Float64Array(STRIDE),
      selection: new Selection(filter && masks.compile(filter)),
    };
    sections.set(key, section);
    if (by.length === 0) return { question, section, grouping: null };
    const grouping = section.groupings.get(by.join()) ?? new Grouping(by, interner);
    section.groupings.set(by.join(), grouping);
    return { question, section, grouping };
  });

  return {
    add(day) {
      const covering = [...sections.values()].filter(({ from, to }) => from <= day.day && day.day <= to);
      if (covering.length === 0) return;
      const view = new DayView(day, memory);
      for (const { selection, sums, groupings } of covering) {
        selection.select(view);
        addSums(sums, 0, selection.sums, 0);
        for (const grouping of groupings.values()) grouping.add(view, selection);
      }
    },
    answers() {
      return prepared.map(({ question, section, grouping }): Answer => {
        const sums = readSums(section.sums, 0);
        if (grouping) return { ...readRows(grouping, question), sums };
        // The totals are one row, to which neither `search` nor `positive` applies.
        const rows = [{ values: [], sums }].slice(question.offset, question.offset + question.limit);
        return { rows, total: 1, sums, matched: sums };
      });
    },
  };
}
