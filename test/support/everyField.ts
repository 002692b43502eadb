import { getNamedType, isCompositeType, isObjectType, isRequiredArgument } from 'graphql';
import { schema } from '../../src/graphql/schema/index.ts';

/** The arguments of fields that need some, by `Type.field`; null leaves a field out. */
export type FieldArguments = Readonly<Record<string, string | null>>;

const PAGE = '{ page: { contains: "" } }';
const EVENT = '{ event: { contains: "" } }';

/** The arguments of goals, funnels and journeys. Each of their numbers is positive if there are hits. */
export const BEHAVIOUR: FieldArguments = {
  'Period.goals': 'first: 1',
  'Period.goal': `filter: ${PAGE}`,
  'Period.funnel': `steps: [{ filter: ${PAGE} }, { filter: ${EVENT} }]`,
  'Period.journeys': `start: ${PAGE}`,
  'BreakdownRow.goal': `filter: ${PAGE}`,
  'SeriesPoint.goal': `filter: ${PAGE}`,
};

/** As BEHAVIOUR, without the fields refused to viewers from whom small counts or panels are hidden. */
export const SHOWN_BEHAVIOUR: FieldArguments = {
  ...Object.fromEntries(Object.keys(BEHAVIOUR).map((name) => [name, null])),
  'Period.goals': 'first: 1',
};

/**
 * Builds a selection of every field below a type of the schema. A type is not selected again inside itself.
 * @param args a field with required arguments that is missing here is an error.
 */
export function everyField(typeName: string, args: FieldArguments, inside: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type.`);
  const fields = Object.values(type.getFields()).map((field) => {
    const name = `${typeName}.${field.name}`;
    const given = args[name];
    if (given === null) return '';
    if (given === undefined && field.args.some(isRequiredArgument))
      throw new Error(`${name} has required arguments: add them to the test.`);
    const call = given === undefined ? field.name : `${field.name}(${given})`;
    const inner = getNamedType(field.type);
    if (!isCompositeType(inner)) return call;
    if (
      inner.name === typeName
        ? inside.filter((each) => each === typeName).length > 0
        : inside.includes(inner.name)
    )
      return '';
    return `${call} { ${everyField(inner.name, args, [...inside, typeName])} }`;
  });
  return fields.join(' ');
}

/** The numbers in a response by their path without the positions in lists. */
export function numbersIn(value: unknown, path = ''): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const entries = Array.isArray(value)
    ? value.map((item): [string, unknown] => [path, item])
    : Object.entries(value ?? {}).map(([name, item]): [string, unknown] => [`${path}.${name}`, item]);
  for (const [at, item] of entries) {
    if (typeof item === 'number') found.set(at, [...(found.get(at) ?? []), item]);
    else if (typeof item === 'object' && item !== null)
      for (const [inner, numbers] of numbersIn(item, at))
        found.set(inner, [...(found.get(inner) ?? []), ...numbers]);
  }
  return found;
}
