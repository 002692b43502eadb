import type { FilterInput, PropertyFilter } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import type { GoalNames } from '../goals/goalNames.ts';
import { valueInWords } from '../labels.ts';
import { canBeNegated, type EditedCondition, editedOf } from './alternatives.ts';
import { type Condition, type FilterPart, isGroup } from './conditions.ts';

/** A condition; `never` by default as in a condition of the page. */
type Subject = Pick<Condition, 'dimension' | 'visited'> & Partial<Pick<EditedCondition, 'never'>>;

/**
 * The name of a dimension in a condition, such as `Country`; `Saw page` or `Never saw page` for a condition
 * on the visit.
 */
export function dimensionInWords({ dimension, visited, never = false }: Subject): string {
  if (!visited) return t(`statistic.${dimension}.heading`);
  if (dimension === 'host') return t(never ? 'condition.neverHost' : 'condition.sawHost');
  if (dimension === 'goal') return t(never ? 'condition.neverGoal' : 'condition.reachedGoal');
  if (never) return t(dimension === 'page' ? 'condition.neverPage' : 'condition.neverEvent');
  return t(dimension === 'page' ? 'condition.sawPage' : 'condition.hadEvent');
}

/** The values of a condition: labels for whole values, and the text itself for a part of a value. */
export function valuesInWords({ dimension, operator, values }: Condition, goals: GoalNames): string {
  const isWhole = operator === 'is' || operator === 'not';
  const words = values.map((value) =>
    dimension === 'goal'
      ? goals.nameOf(value)
      : isWhole
        ? valueInWords(dimension, value)
        : t('condition.text', { text: value }),
  );
  return joinedByOr(words);
}

function joinedByOr(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return t('list.or', { first: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
}

/** The name of a comparison: of `starts` and `ends` there are negated ones too. */
export function comparisonOf({ operator, visited, never }: Condition & Partial<EditedCondition>) {
  const isNegated = never && !visited && canBeNegated({ operator });
  return isNegated ? NEGATED[operator as keyof typeof NEGATED] : operator;
}
const NEGATED = { starts: 'startsNot', ends: 'endsNot' } as const;

const inWords = (condition: Condition & Partial<EditedCondition>, values: string) =>
  t(`condition.${comparisonOf(condition)}`, { dimension: dimensionInWords(condition), values });

/** A condition in words, such as `Country is Germany or France`. */
export const conditionInWords = (condition: Condition & Partial<EditedCondition>, goals: GoalNames) =>
  inWords(condition, valuesInWords(condition, goals));

/** No text contains this character. */
const PLACE = '\u0000';

/** What stands before and after the values of a condition: `Country is ` and an empty text. */
export function aroundValues(condition: Condition): [before: string, after: string] {
  const [before = '', after = ''] = inWords(condition, PLACE).split(PLACE);
  return [before, after];
}

/** A part of a filter in words, such as `Country is Germany or Browser is Firefox`. */
export const partInWords = (part: FilterPart, goals: GoalNames) =>
  isGroup(part) ? filterInWords(part.filter, goals) : conditionInWords(part, goals);

/** Several parts of a filter, each in words. */
export const partsInWords = (parts: readonly FilterPart[], goals: GoalNames) =>
  parts.map((part) => partInWords(part, goals));

/** A filter of the API in words. */
export const filterInWords = (filter: FilterInput, goals: GoalNames): string =>
  joined(wordsOf(filter, goals), 'and').text;

interface Words {
  text: string;
  /** Whether it has parts itself, and is in parentheses beside others. */
  isList: boolean;
}

/** The words of everything that must hold in a filter. */
function wordsOf(filter: FilterInput, goals: GoalNames): Words[] {
  return Object.entries(filter).flatMap(([field, value]): Words[] => {
    if (field === 'and') return (value as FilterInput[]).flatMap((one) => wordsOf(one, goals));
    if (field === 'or')
      return [
        joined(
          (value as FilterInput[]).map((one) => joined(wordsOf(one, goals), 'and')),
          'or',
        ),
      ];
    if (field === 'property') return propertyInWords(value as PropertyFilter);
    const conditions = editedOf({ [field]: value });
    if (conditions && !conditions.some(({ sameHit }) => sameHit))
      return conditions.map((one) => ({ text: conditionInWords(one, goals), isList: one.values.length > 1 }));
    const inner = filterInWords(value as FilterInput, goals);
    const text = t(field === 'not' ? 'condition.none' : 'condition.hadHit', { filter: inner });
    return [{ text, isList: false }];
  });
}

/** Operators of properties, and the names of their texts. */
const OF_PROPERTIES = {
  in: 'is',
  notIn: 'not',
  contains: 'contains',
  notContains: 'lacks',
  startsWith: 'starts',
  endsWith: 'ends',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
} as const;

/** Each test of a condition on a property in words, such as `Property “plan” is pro`. */
function propertyInWords({ name, exists, ...tests }: PropertyFilter): Words[] {
  const dimension = t('condition.property', { name });
  const texts = Object.entries(tests).flatMap(([test, value]) => {
    if (value == null) return [];
    const values = Array.isArray(value)
      ? joinedByOr(value)
      : typeof value === 'number'
        ? String(value)
        : t('condition.text', { text: value });
    return t(`condition.${OF_PROPERTIES[test as keyof typeof OF_PROPERTIES]}`, { dimension, values });
  });
  if (exists != null) texts.push(t(exists ? 'condition.exists' : 'condition.existsNot', { dimension }));
  return texts.map((text) => ({ text, isList: false }));
}

function joined(words: readonly Words[], by: 'and' | 'or'): Words {
  const [only, ...others] = words;
  if (only && others.length === 0) return only;
  const texts = words.map(({ text, isList }) => (isList ? `(${text})` : text));
  return { text: texts.reduce((first, last) => t(`list.${by}`, { first, last })), isList: true };
}
