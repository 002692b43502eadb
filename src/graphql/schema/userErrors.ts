import { AppError } from '../../errors.ts';
import { builder } from './builder.ts';
import { graphqlName } from './names.ts';

interface UserError {
  path: string[];
  message: string;
}

/** What a mutation gives in place of a success when the input was at fault. */
export class UserErrors extends Error {
  override name = 'UserErrors';
  readonly errors: UserError[];

  constructor(message: string, errors: UserError[]) {
    super(message);
    this.errors = errors;
  }
}

const UserErrorRef = builder.objectRef<UserError>('UserError').implement({
  description: 'One thing that is wrong with the input of a mutation.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      cost: { times: 3 },
      description: 'Where in the arguments, for example `["input", "url"]`.',
    }),
    message: t.exposeString('message', { description: 'What would be right, in a sentence for people.' }),
  }),
});

builder.objectType(UserErrors, {
  name: 'UserErrors',
  description: 'The input was at fault; nothing was changed.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'The whole in a sentence.' }),
    errors: t.field({
      type: [UserErrorRef],
      cost: { times: 20 },
      description: 'Everything that is wrong, at once.',
      resolve: ({ errors }) => errors,
    }),
  }),
});

/**
 * The `errors` option of a mutation's field: a union of its success and user errors.
 * @param name the mutation's, in PascalCase.
 * @param done what its success means, in a sentence.
 * @param dataField what the success carries.
 * @param further errors of types of their own, beside user errors.
 */
export const outcome = (
  name: string,
  done: string,
  dataField: { name: string; description: string },
  // biome-ignore lint/suspicious/noExplicitAny: whatever its constructor takes.
  further: (new (...args: any[]) => Error)[] = [],
) => ({
  types: [UserErrors, ...further],
  directResult: false,
  result: { name: `${name}Success`, description: done },
  union: { name: `${name}Result`, description: 'The success, or what is wrong with the input.' },
  dataField,
});

/**
 * Runs a mutation's resolver. What the caller can mend in the input comes back as user errors; that the caller
 * may not do it at all, or that the server failed, stays an error of the operation.
 */
export async function withUserErrors<T>(resolve: () => Promise<T>): Promise<T> {
  try {
    return await resolve();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === 'not_found') {
      throw new UserErrors(error.message, [{ path: ['input', 'id'], message: error.message }]);
    }
    if (error.kind !== 'invalid') throw error;
    const errors = Object.entries(error.details.fields ?? {}).flatMap(([name, messages]) =>
      messages.map((message) => ({ path: ['input', graphqlName(name)], message })),
    );
    throw new UserErrors(error.message, errors);
  }
}
