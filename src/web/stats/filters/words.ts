import type { FilterDimension } from '../../../analysis/dimensions.ts';
import { STATISTICS } from '../../../stats/definitions.ts';
import { FORMATS, labelWith } from '../../../stats/labelFormats.ts';
import type { Condition, Operator } from './conditions.ts';

export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  is: 'is',
  not: 'is not',
  contains: 'contains',
  lacks: 'does not contain',
  starts: 'starts with',
  ends: 'ends with',
};

/** The name of a dimension in a condition, such as `Country`; `Saw page` for a condition on the visit. */
export function dimensionInWords(dimension: FilterDimension, visited: boolean): string {
  const { heading } = STATISTICS[dimension];
  if (!visited) return heading;
  return dimension === 'page' ? 'Saw page' : 'Had event';
}

/** A value of a dimension for people, as the rows of its statistic show it. */
export const valueInWords = (dimension: FilterDimension, value: string) =>
  labelWith(FORMATS, dimension, value);

/** The values of a condition: labels for whole values, and the text itself for a part of a value. */
export function valuesInWords({ dimension, operator, values }: Condition): string {
  const isWhole = operator === 'is' || operator === 'not';
  const words = values.map((value) => (isWhole ? valueInWords(dimension, value) : `“${value}”`));
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A condition in words, such as `Country is Germany or France`. */
export const conditionInWords = (condition: Condition) =>
  `${dimensionInWords(condition.dimension, condition.visited)} ${OPERATOR_WORDS[condition.operator]} ` +
  valuesInWords(condition);
