import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { FieldCost } from './cost.ts';

interface Lengths {
  average: number;
  longest: number;
}

/** Costs of introspection fields by `Type.field`. The lengths of their lists are known from the schema. */
export type IntrospectionCosts = ReadonlyMap<string, FieldCost>;

/** Roughly half of all types are wrapped in a list or marked as non-null, and a quarter twice. */
const WRAPPED = 0.5;

export function introspectionCosts(schema: GraphQLSchema): IntrospectionCosts {
  const types = Object.values(schema.getTypeMap());
  const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = outputs.flatMap((type) => Object.values(type.getFields()));
  const per = (lengths: number[]): Lengths => ({
    average: lengths.reduce((sum, length) => sum + length, 0) / types.length,
    longest: Math.max(...lengths),
  });
  const ofField = fields.map(({ args }) => args.length);
  const lists: Record<string, Lengths> = {
    '__Type.fields': per(outputs.map((type) => Object.keys(type.getFields()).length)),
    '__Type.inputFields': per(
      types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length),
    ),
    '__Type.enumValues': per(types.filter(isEnumType).map((type) => type.getValues().length)),
    '__Type.interfaces': per(outputs.map((type) => type.getInterfaces().length)),
    '__Type.possibleTypes': { average: 0.5, longest: 10 },
    '__Field.args': {
      average: ofField.reduce((sum, length) => sum + length, 0) / fields.length,
      longest: Math.max(...ofField),
    },
    '__Directive.args': { average: 1, longest: 2 },
    '__Directive.locations': { average: 5, longest: 20 },
    '__Schema.directives': { average: schema.getDirectives().length, longest: schema.getDirectives().length },
  };
  const costs = Object.entries(lists).map(([name, { average, longest }]): [string, FieldCost] => [
    name,
    (_args, { averages }) => ({ times: averages ? average : longest }),
  ]);
  // `__type` may name the type with the most fields, so averages don't apply.
  const another: FieldCost = () => ({ below: { averages: false } });
  return new Map<string, FieldCost>([
    ...costs,
    ['__Schema.types', { times: types.length, below: { averages: true } }],
    ['__Type.ofType', { times: WRAPPED }],
    ['Query.__type', another],
  ]);
}
