import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

type Json = Record<string, unknown>;

interface Response {
  content?: Record<string, { schema: Json }>;
}
type Operation = { responses: Record<string, Response & { $ref?: string }> };
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
}

/**
 * Ajv for the schemas of an OpenAPI 3.1 document, which are JSON Schema 2020-12. Strict: unknown keywords are
 * errors.
 */
export function schemaCompiler(document: object) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  // Ajv compiles the whole document to reach a schema in it, so the top-level fields of OpenAPI must be known
  // keywords.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document as AnySchema, 'openapi');
  return {
    /** A validator for the schema at a JSON pointer, such as `/components/schemas/Error`. */
    at: (pointer: string) => ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` }),
  };
}

/** Builds a JSON pointer from its steps. */
export function pointer(...steps: (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Checks JSON responses against an OpenAPI document, strictly: undocumented fields are errors.
 * @returns a function that takes the method, the path template, the status and the body of a response, and
 *   returns error messages; an empty list for a valid response.
 */
export function responseValidator(
  document: object,
): (method: string, path: string, status: number, body: unknown) => string[] {
  const closed = close(structuredClone(document)) as Document;
  const { at } = schemaCompiler(closed);

  return (method, path, status, body) => {
    const item = closed.paths[path];
    if (!item) return [`${path} is not documented`];
    const known = method.toLowerCase() in item;
    if (!known && status !== 405) return [`${method} ${path} is not documented`];
    // The 405 of an undocumented method may be documented with any operation of the path.
    const operation = known ? method.toLowerCase() : Object.keys(item).find((key) => key !== 'parameters');
    const where = ['paths', path, operation ?? '', 'responses', status];
    const found = item[operation ?? '']?.responses[status];
    if (!found) return [`${method} ${path} ${status} is not documented`];

    const steps = found.$ref ? found.$ref.split('/').slice(1) : where;
    const validate = at(pointer(...steps, 'content', 'application/json', 'schema'));
    validate(body);
    const errors = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    );
    const { status: stated = status } = (body ?? {}) as { status?: unknown };
    return stated === status
      ? errors
      : [...errors, `status ${String(stated)} comes with HTTP status ${status}`];
  };
}

/** Closes every object schema of the document: undocumented fields become errors. */
function close(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  for (const value of Object.values(node)) close(value);
  if ('properties' in node && 'type' in node && node.type === 'object') {
    Object.assign(node, { unevaluatedProperties: false });
  }
  return node;
}
