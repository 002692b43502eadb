import { foldCase } from '../../validation/caseFold.ts';
import { nameHelp } from '../../validation/names.ts';
import { shownText, shownValue } from '../../validation/shown.ts';
import { storedPart, storedPath } from '../../validation/storedPath.ts';
import { cleanText } from '../../validation/text.ts';
import { dimensionEntry, type FilterDimension } from '../registry/dimensions.ts';
import type { Spelling } from '../registry/knownValues.ts';
import { type Naming, OPERATORS, type Operator, PROPERTY_OPERATORS } from './filterNames.ts';
import type { Mistakes, Path } from './mistakes.ts';
import type { GroupDimension, ValueTest } from './types.ts';

/** Limits of the values of a condition. */
export const VALUE_LIMITS = { listValues: 100, length: 500 } as const;

export const isObject = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Converts a text to the form of the stored values of a dimension.
 * @param form whether the text is a whole value or its end, or only a part of it.
 */
export function storedText(dimension: GroupDimension, text: string, form: 'whole' | 'part'): string {
  const isPath = dimension !== 'hour_of_day' && dimensionEntry(dimension).path;
  return isPath ? (form === 'part' ? storedPart : storedPath)(text) : cleanText(text);
}

/** Returns a value as it is spelled. Any other text, such as the sum `(other)`, stays as it is. */
function spelled(text: string, spelling: Spelling | undefined): string {
  if (spelling === undefined) return text;
  if ('code' in spelling) {
    if (!spelling.code.test(text)) return text;
    return spelling.case === 'upper' ? text.toUpperCase() : text.toLowerCase();
  }
  const folded = foldCase(text);
  return spelling.find((value) => foldCase(value) === folded) ?? text;
}

/** A dimension, or `property` for the values of a property. */
type Tested = FilterDimension | 'property';

/** The input of a test, with its operators by name in the caller's spelling. Null values count as missing. */
export interface TestInput {
  dimension: Tested;
  input: unknown;
  at: Path;
}

const EXAMPLES = {
  dimension: 'operators, such as {"in": ["…"]}',
  property: 'a name and operators, such as {"name": "plan", "in": ["pro"]}',
} as const;

/**
 * Reads the test of a dimension. Adds wrong parts to `mistakes`, and leaves them out of the test.
 * @param count is called for each operator; false stops reading.
 */
export function readTest(
  { dimension, input, at }: TestInput,
  naming: Naming,
  mistakes: Mistakes,
  count: () => boolean,
): ValueTest {
  const isProperty = dimension === 'property';
  const known = (isProperty ? PROPERTY_OPERATORS : OPERATORS)[naming];
  const test: Partial<Record<keyof ValueTest, unknown>> = {};
  if (!isObject(input)) {
    const example = EXAMPLES[isProperty ? 'property' : 'dimension'];
    mistakes.add(at, `Must be an object with ${example}; got ${shownValue(input)}.`);
    return test as ValueTest;
  }
  const given = Object.entries(input).filter(
    ([name, value]) => value != null && !(isProperty && name === 'name'),
  );
  const names = [...known.keys()];
  if (given.length === 0) mistakes.add(at, `Must have one or more operators: ${names.join(', ')}.`);
  for (const [name, value] of given) {
    if (mistakes.isComplete || !count()) break;
    const operator = known.get(name);
    const path = [...at, shownText(name)];
    if (operator) test[operator.name] = readValue(dimension, operator, value, path, mistakes);
    else mistakes.add(path, `"${shownText(name)}" is not an operator. ${nameHelp(name, names)}`);
  }
  return test as ValueTest;
}

/** Reads the name of the property that a condition is about; '' if it is wrong. */
export function readPropertyName(input: unknown, at: Path, mistakes: Mistakes): string {
  const { name } = isObject(input) ? (input as { name?: unknown }) : {};
  const text = typeof name === 'string' ? cleanText(name).trim() : '';
  if (isObject(input) && text === '')
    mistakes.add([...at, 'name'], 'Must be the name of a property, such as "plan".');
  return text;
}

function readValue(
  dimension: Tested,
  { name, takes }: Operator,
  value: unknown,
  at: Path,
  mistakes: Mistakes,
): unknown {
  switch (takes) {
    case 'list':
      return readList(dimension, value, at, mistakes);
    case 'text':
      return readText(dimension, value, at, mistakes, formOf(name));
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      mistakes.add(at, `Must be a number; got ${shownValue(value)}.`);
      return 0;
    case 'boolean':
      if (typeof value !== 'boolean') mistakes.add(at, `Must be true or false; got ${shownValue(value)}.`);
      return value === true;
  }
}

/** These operators compare with a part of a value, which may end within an escape. */
const formOf = (operator: keyof ValueTest) =>
  ['contains', 'notContains', 'startsWith'].includes(operator) ? 'part' : 'whole';

function readList(dimension: Tested, input: unknown, at: Path, mistakes: Mistakes): string[] {
  const { listValues } = VALUE_LIMITS;
  if (!Array.isArray(input)) mistakes.add(at, `Must be a list of strings; got ${shownValue(input)}.`);
  else if (input.length === 0) mistakes.add(at, 'Must have at least one value.');
  else if (input.length > listValues)
    mistakes.add(at, `Must have at most ${listValues} values; got ${input.length}.`);
  else
    return input.map((value, index) => {
      const text = readText(dimension, value, [...at, String(index)], mistakes, 'whole');
      return spelled(text, dimensionEntry(dimension).spelling);
    });
  return [];
}

function readText(
  dimension: Tested,
  input: unknown,
  at: Path,
  mistakes: Mistakes,
  form: 'whole' | 'part',
): string {
  const { length } = VALUE_LIMITS;
  if (typeof input !== 'string') mistakes.add(at, `Must be a string; got ${shownValue(input)}.`);
  else if (input.length > length)
    mistakes.add(at, `Must be at most ${length} characters long; got ${input.length}.`);
  else {
    const text = dimension === 'property' ? cleanText(input) : storedText(dimension, input, form);
    // Otherwise a list with only invisible characters would select the unknown.
    if (text === '' && input !== '') mistakes.add(at, 'Must have visible characters.');
    return text;
  }
  return '';
}
