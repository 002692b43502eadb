import { getNullableType, isInputObjectType } from 'graphql';
import { schema } from '../../../src/graphql/schema/index.ts';
import { ask, outcomeOfMutation, type Payload } from './graphql.ts';
import { cellsOf, contradictions } from './table.ts';
import type { Viewer, World } from './world.ts';

/** How the walk uses a mutation. */
export interface Attempt {
  /** The arguments; empty for none. `count` is different for each attempt, for names that must be unique. */
  args: (viewer: Viewer, count: number, world: World) => string;
  /** Other headers of viewers, by their names. */
  headers?: Record<string, Record<string, string>>;
  /** Whether a success deletes or changes a row that the next attempt needs. */
  isFinal?: boolean;
  /** Whether the payload is a scalar. */
  isScalar?: boolean;
  /** Matches the error of a viewer who may use the mutation, if the walk has no input that succeeds. */
  granted?: RegExp;
}

/** The input of a mutation as its only argument. */
export const input = (fields: string): string => `(input: { ${fields} })`;

/** The paths of errors of the input that name no field of the input. */
function unknownPaths(name: string, { data }: Awaited<ReturnType<typeof ask>>): string[] {
  const [argument] = schema.getMutationType()?.getFields()[name]?.args ?? [];
  const type = argument && getNullableType(argument.type);
  const fields = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
  const paths = (data?.answer as Payload | null)?.errors?.map(({ path }) => path) ?? [];
  return paths.filter(([, field = '']) => !fields.includes(field)).map((path) => path.join('.'));
}

let count = 0;

/** Lets every viewer use mutations. Returns the rows of their table, and what contradicts its rules. */
export async function walkMutations(
  world: World,
  attempts: Readonly<Record<string, Attempt>>,
): Promise<{ rows: Map<string, string[]>; wrong: string[] }> {
  const rows = new Map<string, string[]>();
  const wrong: string[] = [];
  for (const [title, { args, headers = {}, isScalar, isFinal, granted = null }] of Object.entries(attempts)) {
    const [name] = title.split(' ');
    const outcomes = new Map<string, string>();
    for (const viewer of world.viewers) {
      count += 1;
      const payload = isScalar ? '' : '{ __typename ... on UserErrors { errors { path message } } }';
      const query = `mutation { answer: ${name}${args(viewer, count, world)} ${payload} }`;
      const as = { ...viewer, headers: headers[viewer.name] ?? viewer.headers };
      const response = await ask(world, as, query);
      const outcome = response.status === 401 ? '401' : outcomeOfMutation(response, granted);
      outcomes.set(viewer.name, outcome);
      wrong.push(...unknownPaths(name ?? '', response).map((path) => `${title}: no argument ${path}`));
      if (isFinal && outcome === 'yes') await world.restore(viewer);
    }
    wrong.push(...contradictions(title, outcomes));
    rows.set(`\`${title}\``, cellsOf(outcomes));
  }
  return { rows, wrong };
}
