import { isObjectType } from 'graphql';
import { schema } from '../../../src/graphql/schema/index.ts';
import { send, type Viewer, type World } from './world.ts';

interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string };
}

/** A response to a GraphQL operation. */
interface Response {
  status: number;
  data: Record<string, unknown> | null;
  errors: readonly GraphqlError[];
}

/** The codes of GraphQL by the statuses with which the tables name them. */
const STATUS: Record<string, string> = { UNAUTHENTICATED: '401', FORBIDDEN: '403', NOT_FOUND: '404' };

const nameOf = (code: string) => STATUS[code] ?? code.toLowerCase();

/** Sends a GraphQL operation of a viewer. */
export async function ask(world: World, viewer: Viewer, query: string): Promise<Response> {
  const { status, text } = await send(world, viewer, '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data = null, errors = [] } = JSON.parse(text) as Partial<Response>;
  return { status, data, errors };
}

/**
 * Names the outcome of a field of an operation: `yes`, `–` for null, `none` if a list above it is empty, or
 * the status of its error.
 * @param path the names from the alias of a field of the operation down to the field. In lists, one item with
 *   a value suffices.
 */
export function outcomeAt({ data, errors }: Response, path: readonly string[]): string {
  const [alias = ''] = path;
  const error = errors.find((one) => one.path === undefined || one.path[0] === alias);
  if (error) return nameOf(error.extensions.code);
  let values: unknown[] = [data];
  for (const name of path) {
    values = values.flat();
    if (values.length === 0) return 'none';
    values = values
      .map((value) => (value as Record<string, unknown>)[name] ?? null)
      .filter((value) => value !== null);
    if (values.length === 0) return '–';
  }
  return 'yes';
}

/** The payload of a mutation with the errors of its input. */
export interface Payload {
  __typename: string;
  errors?: { path: string[]; message: string }[];
}

/**
 * Names the outcome of a mutation `answer`.
 * @param granted matches the error of a mutation that the viewer may use, but whose input cannot succeed.
 */
export function outcomeOfMutation({ data, errors }: Response, granted: RegExp | null): string {
  const [error] = errors;
  if (error) return granted?.test(error.message) ? 'yes' : nameOf(error.extensions.code);
  const answer = data?.answer;
  if (typeof answer !== 'object' || answer === null) return 'yes';
  const { __typename: type, errors: wrong = [] } = answer as Payload;
  if (type.endsWith('Success')) return 'yes';
  if (type !== 'UserErrors') return type;
  const text = wrong.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ');
  if (granted?.test(text)) return 'yes';
  return wrong.every(({ message }) => message === 'Resource not found.') ? '404' : '422';
}

/** The global id of a row. */
export const globalId = (type: string, id: number | string): string =>
  Buffer.from(`${type}:${id}`).toString('base64');

/**
 * Compares the fields of an operation type with a walk.
 * @param walked by the name of the field, which words in parentheses may follow.
 * @returns the names of missing fields, and of fields that do not exist.
 */
export function fieldsWithout(walked: object, typeName: 'Query' | 'Mutation' | 'Subscription'): string[] {
  const names = new Set(Object.keys(walked).map((name) => name.split(' ')[0] ?? ''));
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : [];
  return [
    ...fields.filter((name) => !names.has(name)),
    ...[...names].filter((name) => !fields.includes(name)).map((name) => `${name} does not exist`),
  ];
}
