import type { InputRef } from '@pothos/core';
import { FILTER_LIMITS } from '../../engine/question/filter.ts';
import { ANALYSIS_DIMENSIONS, FILTER_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import { camelCase } from '../../validation/names.ts';
import { builder } from './builder.ts';

/** Dimensions of which only certain values exist. */
const CLOSED = `Values of ${FILTER_DIMENSIONS.filter((name) => ANALYSIS_DIMENSIONS[name].spelling)
  .map((name) => `\`${camelCase(name)}\``)
  .join(', ')} may be written in any case.`;

const ValueFilter = builder.inputType('ValueFilter', {
  description:
    'A condition on the values of a dimension. Every field that is given must hold. The empty value stands ' +
    'for unknown, direct or none.',
  fields: (t) => ({
    in: t.stringList({
      description: `The value is one of these, exactly and case-sensitively; at most 100. ${CLOSED}`,
    }),
    notIn: t.stringList({
      description: `The value is none of these, exactly and case-sensitively. ${CLOSED}`,
    }),
    contains: t.string({ description: 'The value contains this text, literally, in any case.' }),
    notContains: t.string({ description: 'The value does not contain this text, literally, in any case.' }),
    startsWith: t.string({ description: 'The value starts with this text, literally, in any case.' }),
    endsWith: t.string({ description: 'The value ends with this text, literally, in any case.' }),
  }),
});

/** A filter as GraphQL passes it; `parseFilter` validates it. */
type FilterShape = Record<string, unknown>;

export const FilterInput: InputRef<FilterShape> = builder.inputRef<FilterShape>('FilterInput').implement({
  description:
    'Selects hits, with their visits and visitors. Every field that is given must hold. A condition on a ' +
    'dimension of the visitor or visit selects whole visits, a condition on `page` or `event` selects ' +
    'hits; conditions on hits that are given together must hold for the same hit. ' +
    `At most ${FILTER_LIMITS.conditions} conditions and ${FILTER_LIMITS.levels} levels.`,
  fields: (t) => ({
    ...Object.fromEntries(
      FILTER_DIMENSIONS.map((name) => [
        camelCase(name),
        t.field({ type: ValueFilter, description: `Condition on: ${ANALYSIS_DIMENSIONS[name].meaning}` }),
      ]),
    ),
    visited: t.field({
      type: FilterInput,
      description:
        'Selects the visits in which at least one hit matches; then all hits of those visits count. ' +
        'It may contain conditions on `page` and `event` only.',
    }),
    and: t.field({ type: [FilterInput], description: 'All of these filters must hold.' }),
    or: t.field({ type: [FilterInput], description: 'At least one of these filters must hold.' }),
    not: t.field({ type: FilterInput, description: 'This filter must not hold.' }),
  }),
});
