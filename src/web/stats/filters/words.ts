import type { FilterInput } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import type { GoalNames } from '../goals/goalNames.ts';
import { valueInWords } from '../labels.ts';
import type { EditedCondition } from './alternatives.ts';
import { type Condition, type FilterPart, isGroup, isNumeric } from './conditions.ts';
import { canBeNegated, editedOf } from './readAlternatives.ts';

/** A condition; `never` by default as in a condition of the page. */
type Subject = Pick<Condition, 'dimension' | 'visited' | 'property'> &
  Partial<Pick<EditedCondition, 'never'>>;

/**
 * The name of a dimension in a condition, such as `Country`; `Saw page` or `Never saw page` for a condition
 * on the visit.
 */
export function dimensionInWords({ dimension, visited, never = false, property = '' }: Subject): string {
  if (dimension === 'property') return propertyInWords(property, visited ? (never ? 'never' : 'had') : null);
  if (!visited) return t(`statistic.${dimension}.heading`);
  if (dimension === 'host') return t(never ? 'condition.neverHost' : 'condition.sawHost');
  if (dimension === 'goal') return t(never ? 'condition.neverGoal' : 'condition.reachedGoal');
  if (never) return t(dimension === 'page' ? 'condition.neverPage' : 'condition.neverEvent');
  return t(dimension === 'page' ? 'condition.sawPage' : 'condition.hadEvent');
}

/** The name of a property in a condition; of any property without a name. */
function propertyInWords(name: string, how: 'had' | 'never' | null): string {
  if (name === '') {
    if (how === null) return t('condition.anyProperty');
    return t(how === 'had' ? 'condition.hadAnyProperty' : 'condition.neverAnyProperty');
  }
  if (how === null) return t('condition.property', { name });
  return t(how === 'had' ? 'condition.hadProperty' : 'condition.neverProperty', { name });
}

/** The values of a condition: labels for whole values, and the text itself for a part of a value. */
export function valuesInWords({ dimension, operator, values }: Condition, goals: GoalNames): string {
  const isWhole = operator === 'is' || operator === 'not';
  return joinedByOr(
    values.map((value) => {
      if (dimension === 'goal') return goals.nameOf(value);
      if (isNumeric(operator)) return value;
      if (!isWhole) return t('condition.text', { text: value });
      return dimension === 'property' ? propertyValueInWords(value) : valueInWords(dimension, value);
    }),
  );
}

/** A value of a property. A text may be empty. */
export const propertyValueInWords = (value: string): string => (value === '' ? t('value.empty') : value);

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

function inWords(condition: Condition & Partial<EditedCondition>, values: string): string {
  const comparison = comparisonOf(condition);
  const dimension = dimensionInWords(condition);
  return comparison === 'exists' || comparison === 'existsNot'
    ? t(`condition.${comparison}`, { dimension })
    : t(`condition.${comparison}`, { dimension, values });
}

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
    const conditions = editedOf({ [field]: value });
    if (conditions && !conditions.some(({ sameHit }) => sameHit))
      return conditions.map((one) => ({ text: conditionInWords(one, goals), isList: one.values.length > 1 }));
    const inner = filterInWords(value as FilterInput, goals);
    const text = t(field === 'not' ? 'condition.none' : 'condition.hadHit', { filter: inner });
    return [{ text, isList: false }];
  });
}

function joined(words: readonly Words[], by: 'and' | 'or'): Words {
  const [only, ...others] = words;
  if (only && others.length === 0) return only;
  const texts = words.map(({ text, isList }) => (isList ? `(${text})` : text));
  return { text: texts.reduce((first, last) => t(`list.${by}`, { first, last })), isList: true };
}
