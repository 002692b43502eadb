/** A JSON Schema, or a part of the document. */
export type Node = Record<string, unknown>;

/** A reference to a reusable part of the document. */
export const ref = (kind: 'schemas' | 'parameters' | 'responses', name: string): Node => ({
  $ref: `#/components/${kind}/${name}`,
});
