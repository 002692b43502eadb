import { z } from 'zod';

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/**
 * Declares the JSON Schema of a rule's input. Zod's own would describe how the rule is built, for example
 * that a number may be digits in a form, or would lack the limits that a transformation checks.
 */
export function describedBy<T extends z.ZodType>(rule: T, schema: JsonSchema): T {
  return rule.meta({ [DECLARED]: schema }) as T;
}

const DECLARED = 'declaredSchema';

/**
 * Returns the JSON Schema of the values that a rule accepts in a JSON body or a query string. A default is
 * that of {@link withDefault}.
 */
export function jsonSchemaOf(rule: z.ZodType): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(rule, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const declared = z.globalRegistry.get(zodSchema)?.[DECLARED];
      const replaced = declared ?? withNull(jsonSchema);
      if (!replaced) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, replaced);
    },
  });
  return schema;
}

/** Merges `anyOf` of one type and null into `{ type: [type, 'null'], … }`; null for other schemas. */
function withNull({ anyOf, ...others }: JsonSchema): JsonSchema | null {
  const [first, second, ...more] = (anyOf ?? []) as JsonSchema[];
  if (typeof first?.type !== 'string' || second?.type !== 'null' || more.length > 0) return null;
  return { ...others, ...first, type: [first.type, 'null'] };
}
