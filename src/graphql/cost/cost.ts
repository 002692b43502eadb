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
import type { StatName } from '../../stats/definitions.ts';

/**
 * What the cost of a field depends on besides its own arguments: what the fields above it say in `below`. A period tells its series how many
 * days it has, a connection tells its `nodes` how many rows.
 */
export interface CostScope {
  /** The time, Unix milliseconds. */
  now: number;
  /** Rows of the page, of the nearest connection. */
  rows: number;
  /** Days of the nearest period, at most; null for one since the first hit. */
  days: number | null;
  /** Points of the nearest series. */
  points: number;
  /** How often the operation reads that statistic so far, without this time; counts this time. */
  timesRead: (name: StatName) => number;
  /** Whether lists of the introspected schema have their average length, below a list of all types; else that of the longest. */
  averages: boolean;
}

/**
 * What a field costs, in points. A point is the work for one value of an answer; work of other kinds is converted to it by CPU time
 * (docs/decisions/023-what-an-operation-costs.md).
 */
export interface Cost {
  /** Of the field itself; 1 by default. */
  points?: number;
  /** Of a list: the number of its items at most; what is selected below it costs so many times as much. */
  times?: number;
  /** What it tells the fields below it. */
  below?: Partial<CostScope>;
}

/** The `cost` option of a field. Arguments are as the client sent them: not checked, and none where they are of wrong types. */
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
      /** What the field costs; see {@link FieldCost}. Every list says how many items it has at most. */
      cost?: FieldCost<InputShapeFromFields<Args>>;
    }
  }
}

const EXTENSION = 'cost';

/** Carries the option from the schema's definition to the schema. */
class CostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    return { ...config, extensions: { ...config.extensions, [EXTENSION]: config.pothosOptions.cost } };
  }
}

SchemaBuilder.registerPlugin(EXTENSION, CostPlugin);

/** A list that does not say how long it is. */
const UNKNOWN_LENGTH = 100;

/** The cost that a field of the schema declares. */
export function declaredCost(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  return field.extensions[EXTENSION] as FieldCost | undefined;
}

/** What a field costs with these arguments, at this place. */
export function costOf(
  declared: FieldCost | undefined,
  isList: boolean,
  args: Record<string, unknown>,
  scope: CostScope,
): Required<Cost> {
  const cost = typeof declared === 'function' ? declared(args, scope) : declared;
  const {
    points = 1,
    times = isList ? UNKNOWN_LENGTH : 1,
    below = {},
  } = typeof cost === 'number' ? { points: cost } : (cost ?? {});
  return { points, times, below };
}
