import { foldCase } from '../../validation/caseFold.ts';
import type { Filter } from './types.ts';

/**
 * Returns a text that identifies a filter, for caches. It is equal for filters that differ only in the order
 * of conditions or list values, in repetitions, in the case of texts that ignore it, or in the nesting of
 * `and` or `or`. Different filters have different keys. A key can be as long as all values of the filter.
 */
export function filterKey(filter: Filter | null): string {
  if (filter === null) return group('all', []);
  const known = keys.get(filter);
  if (known !== undefined) return known;
  const key = keyOf(filter);
  keys.set(filter, key);
  return key;
}

/** Keys of filters that exist. A question about many websites has the same filter for each. */
const keys = new WeakMap<Filter, string>();

function keyOf(filter: Filter): string {
  switch (filter.kind) {
    case 'value':
    case 'all':
      return group('all', [...conditionKeys(filter)]);
    case 'any':
      return group('any', [...alternativeKeys(filter)]);
    case 'goal':
      throw new Error('A goal has no key until its filter is known.');
    case 'within':
      return `within(${keyOf(filter.scope)},${filterKey(filter.part)})`;
    default:
      return `${filter.kind}(${keyOf(filter.part)})`;
  }
}

/** The keys of all conditions of nested `all`. A test with several operators is several conditions. */
function* conditionKeys(filter: Filter): Generator<string> {
  if (filter.kind === 'all') for (const part of filter.parts) yield* conditionKeys(part);
  else if (filter.kind !== 'value') yield keyOf(filter);
  else
    for (const [operator, value] of Object.entries(filter.test)) {
      const canonical = Array.isArray(value) ? [...new Set(value)].sort() : folded(value);
      yield JSON.stringify([filter.dimension, operator, canonical]);
    }
}

const folded = (value: unknown) => (typeof value === 'string' ? foldCase(value) : value);

function* alternativeKeys(filter: Filter): Generator<string> {
  if (filter.kind === 'any') for (const part of filter.parts) yield* alternativeKeys(part);
  else yield keyOf(filter);
}

/** A group of one is the same as its only part. */
function group(kind: 'all' | 'any', keys: string[]): string {
  const distinct = [...new Set(keys)].sort();
  return distinct.length === 1 ? (distinct[0] ?? '') : `${kind}(${distinct.join(',')})`;
}
