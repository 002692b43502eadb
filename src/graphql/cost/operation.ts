import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import type { Sums } from '../../engine/registry/metrics.ts';
import { type CostScope, costOf, declaredCost } from './cost.ts';
import { type IntrospectionCosts, introspectionCosts } from './introspection.ts';

/** The cost of an operation, computed before its execution. */
export interface OperationCost {
  /** Cost in points; see {@link Cost}. */
  points: number;
  /** Further points for each website of the viewer's team. */
  perWebsite: number;
  /** Number of nested fields. */
  depth: number;
  /** Number of fields. Those of a fragment count at every place where it is used. */
  breadth: number;
}

interface CostContext extends Pick<CostScope, 'now' | 'filtered'> {
  variables: Record<string, unknown>;
  most: number;
}

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  introspection: IntrospectionCosts;
  /** Remaining number of fields to visit. It ends the walk through fragments that spread each other. */
  left: number;
}

const NOTHING: OperationCost = { points: 0, perWebsite: 0, depth: 0, breadth: 0 };

const cache = new WeakMap<GraphQLSchema, IntrospectionCosts>();

/**
 * Computes the maximum cost of an operation. The work for the computation is bounded.
 * @param variables coerced, by name.
 * @param most maximum number of fields to visit. An operation with more fields costs more than the result
 *   says.
 * @param filtered whether the viewer reads all statistics under a segment.
 */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { variables, now, most, filtered }: CostContext,
): OperationCost {
  const introspection = cache.get(schema) ?? introspectionCosts(schema);
  cache.set(schema, introspection);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const walk: Walk = { schema, fragments, variables, introspection, left: most + 1 };
  const root = schema.getRootType(operation.operation);
  const reads = new Map<string, number>();
  const timesRead = (name: string) => {
    const times = reads.get(name) ?? 0;
    reads.set(name, times + 1);
    return times;
  };
  const scope = {
    now,
    rows: 0,
    days: 0,
    comparedDays: 0,
    filtered,
    filter: null,
    partial: false,
    points: 0,
    timesRead,
    periodReads: new Set<keyof Sums>(),
    comparedTests: new Set<boolean>(),
    averages: false,
  };
  if (!root) return NOTHING;
  const cost = selectionCost(walk, operation.selectionSet, root, scope);
  const breadth = walk.left > 0 ? cost.breadth : Math.max(cost.breadth, most + 1);
  return { ...cost, breadth, points: Math.ceil(cost.points) };
}

function selectionCost(
  walk: Walk,
  { selections }: SelectionSetNode,
  type: GraphQLCompositeType,
  scope: CostScope,
): OperationCost {
  const total = { ...NOTHING };
  for (const selection of selections) {
    if (walk.left <= 0) break;
    if (!isIncluded(selection, walk)) continue;
    const cost =
      selection.kind === Kind.FIELD
        ? fieldCost(walk, selection, type, scope)
        : fragmentCost(walk, selection, type, scope);
    total.points += cost.points;
    total.perWebsite += cost.perWebsite;
    total.breadth += cost.breadth;
    total.depth = Math.max(total.depth, cost.depth);
  }
  return total;
}

function fragmentCost(
  walk: Walk,
  selection: Exclude<SelectionNode, FieldNode>,
  type: GraphQLCompositeType,
  scope: CostScope,
): OperationCost {
  const fragment =
    selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
  if (!fragment) return NOTHING;
  const condition = fragment.typeCondition?.name.value;
  const named: GraphQLNamedType | undefined = condition ? walk.schema.getType(condition) : type;
  walk.left -= 0.1;
  return selectionCost(walk, fragment.selectionSet, isCompositeType(named) ? named : type, scope);
}

function fieldCost(walk: Walk, node: FieldNode, type: GraphQLCompositeType, scope: CostScope): OperationCost {
  walk.left -= 1;
  const field = fieldOf(walk.schema, type, node.name.value);
  if (!field) return { points: 1, perWebsite: 0, depth: 1, breadth: 1 };
  const declared = walk.introspection.get(`${type.name}.${field.name}`) ?? declaredCost(field);
  const isList = isListType(getNullableType(field.type));
  const { points, perWebsite, times, below } = costOf(
    declared,
    isList,
    argumentsOf(walk, node, field),
    scope,
  );
  const inner = getNamedType(field.type);
  if (!node.selectionSet || !isCompositeType(inner)) {
    return { points: points + (isList ? times : 0), perWebsite, depth: 1, breadth: 1 };
  }
  const cost = selectionCost(walk, node.selectionSet, inner, { ...scope, ...below });
  // graphql-js itself limits the depth of introspection.
  const depth = isIntrospectionType(inner) ? 0 : cost.depth;
  const each = cost.points + (isList ? 1 : 0);
  return {
    points: points + times * each,
    perWebsite: perWebsite + times * cost.perWebsite,
    depth: depth + 1,
    breadth: cost.breadth + 1,
  };
}

/** Returns the definition of a field; undefined for `__typename`, which costs one point. */
function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name && type === schema.getQueryType()) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name && type === schema.getQueryType()) return TypeMetaFieldDef;
  return isUnionType(type) ? undefined : type.getFields()[name];
}

/** Returns the coerced arguments. They are empty if their types are wrong: the field then yields an error. */
function argumentsOf(
  { variables }: Walk,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): Record<string, unknown> {
  if (field.args.length === 0) return {};
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return {};
  }
}

function isIncluded(node: SelectionNode, { variables }: Walk): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  try {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
    return skip?.if !== true && include?.if !== false;
  } catch {
    return true;
  }
}
