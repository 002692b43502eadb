import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { LIMITS } from '../../src/graphql/cost/cost.ts';
import { operationCost } from '../../src/graphql/cost/operation.ts';
import { MAX_SELECTIONS, MAX_TOKENS } from '../../src/graphql/documents.ts';
import { schema } from '../../src/graphql/schema/index.ts';
import { NOON } from '../support/server.ts';
import { argumentsOf } from './arguments.ts';
import type { Operation, ViewerKind } from './measure.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/**
 * A path of nested fields, and the number of copies of each. A seed determines the arguments of every copy.
 */
export interface Shape {
  root: 'query' | 'mutation';
  levels: { type: string; field: string; copies: number }[];
}

const META = ['__typename', '__schema', '__type'];
/** Fields that would end the account, session, key or website that the search uses. */
const FINAL = ['deleteWebsite', 'revokeApiKey', 'logOut', 'changePassword', 'sendReport'];

function fieldsOf(type: GraphQLObjectType): string[] {
  const meta = type === schema.getQueryType() ? META : META.slice(0, 1);
  return [...Object.keys(type.getFields()).filter((name) => !FINAL.includes(name)), ...meta];
}

/** A random path from the root to a leaf, with a few copies of each field. */
export function randomShape(random: Random): Shape {
  const root = random.below(8) === 0 ? 'mutation' : 'query';
  const levels: Shape['levels'] = [];
  let type = root === 'query' ? schema.getQueryType() : schema.getMutationType();
  while (type && levels.length < LIMITS.depth) {
    // Half of the choices are fields of statistics, which cause most of the work.
    const favourites = ['website', 'period', 'stats', 'series', 'points', 'nodes', 'websites'].filter(
      (name) => fieldsOf(type as GraphQLObjectType).includes(name),
    );
    const name = random.of(favourites.length > 0 && random.below(2) ? favourites : fieldsOf(type));
    levels.push({ type: type.name, field: name, copies: random.of([1, 1, 1, 2, 4]) });
    type = innerType(type, name, random);
  }
  return { root, levels };
}

/**
 * Varies a shape: changes the copies of a level, or replaces the end of the path by that of another random
 * shape.
 */
export function mutated({ root, levels }: Shape, random: Random): Shape {
  const cut = random.below(levels.length);
  if (random.below(2) === 0) {
    const changed = levels.map((level, index) =>
      index === cut ? { ...level, copies: random.of([1, 2, 3, 8, 20]) } : level,
    );
    return { root, levels: changed };
  }
  for (let tries = 0; tries < 50; tries += 1) {
    const other = randomShape(random);
    const at = other.levels.findIndex(({ type }) => type === levels[cut]?.type);
    if (at >= 0) return { root, levels: [...levels.slice(0, cut), ...other.levels.slice(at)] };
  }
  return randomShape(random);
}

function innerType(type: GraphQLObjectType, field: string, random: Random): GraphQLObjectType | null {
  const named = field.startsWith('__')
    ? { __schema: '__Schema', __type: '__Type', __typename: 'String' }[field]
    : undefined;
  const definition = type.getFields()[field];
  const inner = named ? schema.getType(named) : definition && getNamedType(definition.type);
  if (isObjectType(inner)) return inner;
  return isCompositeType(inner) ? random.of(schema.getPossibleTypes(inner)) : null;
}

/**
 * The largest operation of a shape that the limits accept. The number of copies of one level is maximized.
 * @returns null if not even one copy is accepted.
 */
export function largest(shape: Shape, as: ViewerKind, world: World, seed: () => Random): Operation | null {
  const main = seed().below(shape.levels.length);
  const withCopies = (copies: number): Operation => {
    const levels = shape.levels.map((level, index) => (index === main ? { ...level, copies } : level));
    return write({ ...shape, levels }, world, seed());
  };
  let [accepted, refused] = [0, MAX_SELECTIONS];
  while (refused - accepted > 1) {
    const middle = accepted === 0 && refused === MAX_SELECTIONS ? 1 : Math.floor((accepted + refused) / 2);
    if (isAccepted(withCopies(middle), as)) accepted = middle;
    else refused = middle;
  }
  return accepted === 0 ? null : withCopies(accepted);
}

/** Whether the limits of the server accept the operation, computed without a request. */
function isAccepted({ query, variables = {} }: Operation, as: ViewerKind): boolean {
  if (query.length > 250_000) return false;
  const document = parse(query);
  const of = as === 'anonymous' ? 'anonymous' : 'account';
  const { tokenCount } = document as unknown as { tokenCount: number };
  if (tokenCount > MAX_TOKENS[of]) return false;
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return false;
  const most = LIMITS.breadth;
  const cost = operationCost(schema, document, operation, {
    variables: coerced,
    now: NOON,
    most,
    filtered: false,
  });
  const inline = query.split('... on').length;
  return cost.breadth + inline < most && cost.depth <= LIMITS.depth && cost.points <= LIMITS.points[of];
}

function write({ root, levels }: Shape, world: World, random: Random): Operation {
  let left = 4 * MAX_SELECTIONS;
  const level = (index: number): string => {
    const here = levels[index];
    if (!here) return '';
    const definition = (schema.getType(here.type) as GraphQLObjectType | undefined)?.getFields()[here.field];
    const texts: string[] = [];
    for (let copy = 0; copy < here.copies && left > 0; copy += 1) {
      left -= 1;
      const inner = level(index + 1);
      const next = levels[index + 1]?.type;
      const isAbstract =
        definition &&
        isCompositeType(getNamedType(definition.type)) &&
        !isObjectType(getNamedType(definition.type));
      const below = inner && (isAbstract && next ? ` { ... on ${next} { ${inner} } }` : ` { ${inner} }`);
      const given = argumentsOf(here.field, definition, world, random);
      texts.push(`a${copy}: ${here.field}${given}${below || end(definition)}`);
    }
    return texts.join(' ');
  };
  const body = level(0);
  if (!body.includes('$ids')) return { query: `${root} { ${body} }` };
  const ids = Array.from({ length: 100 }, () => random.of(world.ids));
  return { query: `${root} ($ids: [ID!]!) { ${body} }`, variables: { ids } };
}

/** The selection set of a leaf, if its type needs one. */
function end(definition: GraphQLField<unknown, unknown> | undefined): string {
  return definition && isCompositeType(getNamedType(definition.type)) ? ' { __typename }' : '';
}
