import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLField } from 'graphql';
import type { Viewer } from '../../auth/viewer.ts';
import type { Sums } from '../../engine/registry/metrics.ts';
import type { StatName } from '../../engine/registry/statistics.ts';

/**
 * Values that the cost of a field depends on besides its own arguments. Ancestor fields set them with
 * `below`: a period sets the number of days for its series, a connection the number of rows for its `nodes`.
 */
export interface CostScope {
  /** The current time in Unix milliseconds. */
  now: number;
  /** Number of rows on the page of the nearest connection. */
  rows: number;
  /**
   * The rows of the nearest connection in the compared period: the statistic, if it is one, and for
   * which `elapsed` they are read. Each is one read, whether `nodes`, `edges` or both ask for it.
   */
  compared?: { statistic: StatName | undefined; reads: Set<boolean> };
  /** Maximum number of days of the nearest period; null for a period since the first hit. */
  days: number | null;
  /** As `days`, of the period that the nearest period is compared with; 0 if it is compared with none. */
  comparedDays: number | null;
  /**
   * Whether the numbers are counted from the hits: the nearest period has a filter, or the viewer's API key
   * or shared link is limited to a segment.
   */
  filtered: boolean;
  /** The filter of the nearest period, not validated. */
  filter?: unknown;
  /** Whether only a part of the last day of the nearest period counts, which is counted from its hits. */
  partial: boolean;
  /** Maximum number of points of the nearest series. */
  points: number;
  /** Returns how often the operation has read that statistic before, and counts this read. */
  timesRead: (name: StatName | 'host') => number;
  /** The sums that the nearest period reads for its totals and series, however many metrics need them. */
  periodReads: Set<keyof Sums>;
  /** For compared rows of the nearest period: the values of `elapsed` whose tests have been counted. */
  comparedTests: Set<boolean>;
  /**
   * Whether lists of the introspected schema count with their average length, as below a list of all types.
   * Otherwise they count with the length of the longest one.
   */
  averages: boolean;
}

/**
 * The cost of a field, in points. A point is the work for one value of a response. Other work is converted to
 * points by its CPU time (docs/decisions/023-what-an-operation-costs.md).
 */
export interface Cost {
  /** Points of the field itself; 1 by default. */
  points?: number;
  /** Points for each website of the viewer's team that the viewer may read. */
  perWebsite?: number;
  /** For a list, the maximum number of items. The cost of the selection below is multiplied by it. */
  times?: number;
  /** Scope values for the fields below this one. */
  below?: Partial<CostScope>;
}

/**
 * The `cost` option of a field. A function receives arguments that were not validated; they are empty if
 * their types are wrong.
 */
export type FieldCost<Args = Record<string, unknown>> =
  | number
  | Cost
  | ((args: Partial<Args>, scope: CostScope) => Cost);

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      cost: CostPlugin<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Cost of the field; see {@link FieldCost}. Every list must declare its maximum length. */
      cost?: FieldCost<InputShapeFromFields<Args>>;
    }
  }
}

const EXTENSION = 'cost';

/** Copies the `cost` option of a field definition to the field's extensions in the schema. */
class CostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    return { ...config, extensions: { ...config.extensions, [EXTENSION]: config.pothosOptions.cost } };
  }
}

SchemaBuilder.registerPlugin(EXTENSION, CostPlugin);

/** Assumed length of a list that does not declare one. */
const UNKNOWN_LENGTH = 100;

/** Returns the cost that a field of the schema declares. */
export function declaredCost(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  return field.extensions[EXTENSION] as FieldCost | undefined;
}

/** Computes the cost of a field with these arguments in this scope. */
export function costOf(
  declared: FieldCost | undefined,
  isList: boolean,
  args: Record<string, unknown>,
  scope: CostScope,
): Required<Cost> {
  const cost = typeof declared === 'function' ? declared(args, scope) : declared;
  const {
    points = 1,
    perWebsite = 0,
    times = isList ? UNKNOWN_LENGTH : 1,
    below = {},
  } = typeof cost === 'number' ? { points: cost } : (cost ?? {});
  return { points, perWebsite, times, below };
}

/** Limits of one operation: depth of fields, number of fields, and points (cost.ts) by kind of viewer. */
export const LIMITS = {
  depth: 12,
  breadth: 1_000,
  points: { anonymous: 20_000, account: 100_000 },
} as const;

/** Returns the maximum cost of one operation of that viewer, in points. */
export function operationLimit(viewer: Viewer): number {
  return viewer.kind === 'anonymous' ? LIMITS.points.anonymous : LIMITS.points.account;
}
