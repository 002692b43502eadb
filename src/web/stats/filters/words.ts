import type { FilterDimension } from '../../../analysis/dimensions.ts';
import { STATISTICS } from '../../../stats/definitions.ts';
import { FORMATS, labelWith } from '../../../stats/labelFormats.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { type Condition, type FilterPart, isGroup, type Operator } from './conditions.ts';
import { conditionsOf } from './filterInput.ts';

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
const conditionInWords = (condition: Condition) =>
  `${dimensionInWords(condition.dimension, condition.visited)} ${OPERATOR_WORDS[condition.operator]} ` +
  valuesInWords(condition);

/** A part of a filter in words, such as `Country is Germany or Browser is Firefox`. */
export const partInWords = (part: FilterPart) =>
  isGroup(part) ? filterInWords(part.filter) : conditionInWords(part);

/** A filter of the API in words. */
export const filterInWords = (filter: FilterInput): string => joined(wordsOf(filter), 'and').text;

interface Words {
  text: string;
  /** Whether it has parts itself, and is in parentheses beside others. */
  isList: boolean;
}

/** The words of everything that must hold in a filter. */
function wordsOf(filter: FilterInput): Words[] {
  return Object.entries(filter).flatMap(([field, value]): Words[] => {
    if (field === 'and') return (value as FilterInput[]).flatMap(wordsOf);
    if (field === 'or')
      return [
        joined(
          (value as FilterInput[]).map((one) => joined(wordsOf(one), 'and')),
          'or',
        ),
      ];
    const conditions = conditionsOf({ [field]: value });
    if (conditions)
      return conditions.map((one) => ({ text: conditionInWords(one), isList: one.values.length > 1 }));
    const inner = `(${filterInWords(value as FilterInput)})`;
    return [{ text: field === 'not' ? `not ${inner}` : `had a hit with ${inner}`, isList: false }];
  });
}

function joined(words: readonly Words[], by: 'and' | 'or'): Words {
  const [only, ...others] = words;
  if (only && others.length === 0) return only;
  const texts = words.map(({ text, isList }) => (isList ? `(${text})` : text));
  return { text: texts.join(` ${by} `), isList: true };
}
