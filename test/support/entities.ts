import { graphqlData } from './engine/asking.ts';
import type { TestServer } from './server.ts';

/** The result of a mutation: the row, or the errors of the input. */
export type MutationResult<Row> = Partial<Row> & { errors?: { path: string[]; message: string }[] };

/** Runs a mutation whose field is called `result`. */
export const mutate = async <Result = unknown>(
  server: TestServer,
  mutation: string,
  input: object,
): Promise<Result> => (await graphqlData<{ result: Result }>(server, mutation, { input })).result;

/** The mutations of a kind of rows. */
function mutationsOf(name: string, fields: string): Record<'create' | 'update' | 'delete', string> {
  const mutation = (verb: string) => {
    const of = `${verb}${name}`;
    const type = of.charAt(0).toUpperCase() + of.slice(1);
    return `mutation ($input: ${type}Input!) { result: ${of}(input: $input) {
      ... on ${type}Success { ${name.toLowerCase()} { ${fields} } }
      ... on UserErrors { errors { path message } } } }`;
  };
  return { create: mutation('create'), update: mutation('update'), delete: mutation('delete') };
}

export const GOAL = mutationsOf('Goal', 'id databaseId name filter createdAt updatedAt');
export const FUNNEL = mutationsOf(
  'Funnel',
  'id databaseId name steps scope strict within createdAt updatedAt',
);
export const SEGMENT = mutationsOf('Segment', 'id databaseId name filter');

/** The global id of a row. */
export const nodeId = (type: string, id: number): string => Buffer.from(`${type}:${id}`).toString('base64');
