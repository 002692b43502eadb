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

const PropertyFilter = builder.inputType('PropertyFilter', {
  description:
    'A condition on the values of a property of pageviews and events. Every field that is given must hold. ' +
    'Values compare as text, such as `5` or `true`; `gt`, `gte`, `lt` and `lte` hold for values that are ' +
    'numbers. Hits without the property are selected by `exists: false` alone.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the property.' }),
    in: t.stringList({
      description: 'The value is one of these, exactly and case-sensitively; at most 100.',
    }),
    notIn: t.stringList({ description: 'The value is none of these, exactly and case-sensitively.' }),
    contains: t.string({ description: 'The value contains this text, literally, in any case.' }),
    notContains: t.string({ description: 'The value does not contain this text, literally, in any case.' }),
    startsWith: t.string({ description: 'The value starts with this text, literally, in any case.' }),
    endsWith: t.string({ description: 'The value ends with this text, literally, in any case.' }),
    gt: t.float({ description: 'The value is a number greater than this one.' }),
    gte: t.float({ description: 'The value is this number or a greater one.' }),
    lt: t.float({ description: 'The value is a number less than this one.' }),
    lte: t.float({ description: 'The value is this number or a lesser one.' }),
    exists: t.boolean({ description: 'Whether the hit has the property.' }),
  }),
});

/** A filter as GraphQL passes it; `parseFilter` validates it. */
type FilterShape = Record<string, unknown>;

export const FilterInput: InputRef<FilterShape> = builder.inputRef<FilterShape>('FilterInput').implement({
  description:
    'Selects hits, with their visits and visitors. Every field that is given must hold. A condition on a ' +
    'dimension of the visitor or visit selects whole visits, a condition on `page`, `event`, `host`, ' +
    '`property` or `goal` selects hits; conditions on hits that are given together must hold for the same ' +
    'hit. ' +
    `At most ${FILTER_LIMITS.conditions} conditions and ${FILTER_LIMITS.levels} levels.`,
  fields: (t) => ({
    ...Object.fromEntries(
      FILTER_DIMENSIONS.map((name) => [
        camelCase(name),
        t.field({ type: ValueFilter, description: `Condition on: ${ANALYSIS_DIMENSIONS[name].meaning}` }),
      ]),
    ),
    property: t.field({
      type: PropertyFilter,
      description: 'Condition on a property of the hit. For several properties, use `and`.',
    }),
    goal: t.id({
      description: 'Id of a goal of the website: the hit meets the goal. Not possible in a goal itself.',
    }),
    visited: t.field({
      type: FilterInput,
      description:
        'Selects the visits in which at least one hit matches; then all hits of those visits count. ' +
        'It may contain conditions on hits only.',
    }),
    and: t.field({ type: [FilterInput], description: 'All of these filters must hold.' }),
    or: t.field({ type: [FilterInput], description: 'At least one of these filters must hold.' }),
    not: t.field({ type: FilterInput, description: 'This filter must not hold.' }),
  }),
});
