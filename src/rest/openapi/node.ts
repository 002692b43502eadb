/** A JSON Schema, or a part of the document. */
export type Node = Record<string, unknown>;

/** A reference to a reusable part of the document. */
export const ref = (kind: 'schemas' | 'parameters' | 'responses', name: string): Node => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The schema of an object whose fields are all required. */
export const record = (description: string, properties: Record<string, Node>): Node => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});
