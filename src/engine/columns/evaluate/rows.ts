import type { Answer, AnswerRow, Question, RowOrder } from '../../question/types.ts';
import { FEW } from '../../registry/dimensions.ts';
import { METRICS, NO_SUMS, type Sums } from '../../registry/metrics.ts';
import { AMOUNT_HIGH, AMOUNT_LOW, type Grouping } from './grouping.ts';
import { HIGH } from './interner.ts';
import { compareTexts, smallest } from './order.ts';
import { searchTests } from './search.ts';
import { addSums, readSums, STRIDE, SUM_NAMES } from './selection.ts';

const VISITORS = SUM_NAMES.indexOf('visitors');
const NO_GROUPS: Uint32Array = new Uint32Array(0);

/**
 * Returns the rows of a question's page, the number and the sums of the rows over all pages, and the sums of
 * hidden rows.
 */
export function pageOfGroups(grouping: Grouping, question: Question): Omit<Answer, 'sums'> {
  const { sums, values } = grouping;
  const columns = values.columns();
  const texts = values.dictionaries.map((dictionary) => dictionary.texts);
  const found = matching(grouping, columns, question);
  const { order, offset, limit, search, positive, hideBelow, only } = question;
  const compared = positive === null ? VISITORS : SUM_NAMES.indexOf(positive);
  // A value that a client sent as `(few)` is hidden, so that there is at most one such row.
  const isHidden = (group: number) =>
    (sums[STRIDE * group + compared] as number) < hideBelow ||
    columns.every((column, index) => texts[index]?.[column[group] as number] === FEW);
  const hidden = hideBelow > 0 ? found.filter(isHidden) : NO_GROUPS;
  const groups = hidden.length > 0 ? found.filter((group) => !isHidden(group)) : found;
  const byValues = (a: number, b: number) => {
    for (let index = 0; index < columns.length; index++) {
      const [left, right] = [columns[index]?.[a] as number, columns[index]?.[b] as number];
      if (left !== right)
        return compareTexts(texts[index]?.[left] as string, texts[index]?.[right] as string);
    }
    return 0;
  };
  const compare = order === null ? byValues : byMetric(grouping, groups, order, byValues);
  const valuesOf = (group: number) =>
    columns.map((column, index) => texts[index]?.[column[group] as number] as string);
  // Before the values of a row with revenue is its currency.
  const rowOf = (group: number) => (question.measure ? valuesOf(group).slice(1) : valuesOf(group));
  const rows = smallest(only ? groups.filter(isAmong(only, rowOf)) : groups, offset + limit, compare)
    .slice(offset)
    .map(
      (group): AnswerRow => ({
        values: valuesOf(group),
        ...(question.measure === 'revenue'
          ? { sums: NO_SUMS, amount: amountOf(sums, STRIDE * group) }
          : { sums: readSums(sums, STRIDE * group) }),
      }),
    );
  const few = hidden.length > 0 && search === null ? sumOf(grouping, hidden) : null;
  return { rows, total: groups.length, matched: sumOf(grouping, groups), few };
}

/** Returns the amount of a group, in ten-thousandths. */
const amountOf = (sums: Float64Array, offset: number): string =>
  String(
    BigInt(sums[offset + AMOUNT_HIGH] as number) * BigInt(HIGH) + BigInt(sums[offset + AMOUNT_LOW] as number),
  );

/** Returns a test whether a group is one of `Question.only`. */
function isAmong(only: readonly (readonly string[])[], valuesOf: (group: number) => readonly string[]) {
  const keys = new Set(only.map((values) => JSON.stringify(values)));
  return (group: number) => keys.has(JSON.stringify(valuesOf(group)));
}

function sumOf({ sums }: Grouping, groups: Uint32Array): Sums {
  const total = new Float64Array(STRIDE);
  for (const group of groups) addSums(total, 0, sums, STRIDE * group);
  return readSums(total, 0);
}

/** Returns the groups that the question's `search`, `positive` and `nonEmpty` leave. */
function matching(
  { values, sums }: Grouping,
  columns: readonly Uint32Array[],
  { search, positive, nonEmpty }: Question,
): Uint32Array {
  const tests = search && searchTests(values.dictionaries, search);
  const sum = positive === null ? null : SUM_NAMES.indexOf(positive);
  const empty = values.dictionaries.map(({ texts }) => (nonEmpty ? texts.indexOf('') : -1));
  const groups = new Uint32Array(values.size);
  let found = 0;
  for (let group = 0; group < groups.length; group++) {
    if (sum !== null && (sums[STRIDE * group + sum] as number) <= 0) continue;
    if (nonEmpty && columns.some((column, index) => column[group] === empty[index])) continue;
    if (tests && !columns.some((column, index) => tests[index]?.passes(column[group] as number))) continue;
    groups[found] = group;
    found++;
  }
  return groups.subarray(0, found);
}

/** Compares some groups by a metric, with null last in both directions, and then by another comparison. */
function byMetric(
  { values, sums }: Grouping,
  groups: Uint32Array,
  { metric, direction }: RowOrder,
  otherwise: (a: number, b: number) => number,
) {
  const sign = direction === 'asc' ? 1 : -1;
  const keys = new Float64Array(values.size);
  const sum = SUM_NAMES.indexOf(metric as keyof Sums);
  for (const group of groups) {
    const value =
      sum >= 0
        ? (sums[STRIDE * group + sum] as number)
        : METRICS[metric].valueOf(readSums(sums, STRIDE * group));
    keys[group] = value === null || Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value;
  }
  return (a: number, b: number) => {
    const [left, right] = [keys[a] as number, keys[b] as number];
    if (left !== right) return left < right ? -1 : 1;
    return otherwise(a, b);
  };
}
