import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { FACTOR_KINDS, type FactorKind } from '../../auth/secondFactors/kinds.ts';
import { SecondFactorRequired } from '../../auth/secondFactors/verify.ts';
import { AppError } from '../../errors.ts';
import { builder } from './builder.ts';
import { upperCase } from './enums.ts';
import { graphqlName } from './names.ts';

interface UserError {
  path: string[];
  message: string;
}

/** The result of a mutation with invalid input. */
class UserErrors extends Error {
  override name = 'UserErrors';
  readonly errors: UserError[];

  constructor(message: string, errors: UserError[]) {
    super(message);
    this.errors = errors;
  }
}

const UserErrorRef = builder.objectRef<UserError>('UserError').implement({
  description: 'An error in the input of a mutation.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      // A path into a filter has two names for each level, and those of the input and the condition.
      cost: { times: 13 },
      description:
        'Path of the invalid argument, for example `["input", "url"]`, ' +
        'or `["input", "filter", "or", "1", "page"]` inside a filter.',
    }),
    message: t.exposeString('message', {
      description: 'Description of a valid value, as a sentence for people.',
    }),
  }),
});

builder.objectType(UserErrors, {
  name: 'UserErrors',
  description: 'The input was invalid; nothing was changed.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Summary of all errors, as a sentence for people.' }),
    errors: t.field({
      type: [UserErrorRef],
      cost: { times: 20 },
      description: 'All errors in the input.',
      resolve: ({ errors }) => errors,
    }),
  }),
});

/** What mutations that can fail with ConfirmationRequired require, for their descriptions. */
export const CONFIRMED_SESSION =
  'a session that was confirmed in the last ten minutes (`ConfirmationRequired` says how)';

builder.objectType(ConfirmationRequired, {
  name: 'ConfirmationRequired',
  description:
    'The session must be confirmed first, with `confirmPassword`, `confirmWithPasskey` or ' +
    '`startSingleSignOn`; nothing was changed.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Instruction for the person, as a sentence.' }),
  }),
});

export const FactorKindEnum = builder.enumType('SecondFactorKind', {
  description: 'Kind of a second factor.',
  values: upperCase<FactorKind>(FACTOR_KINDS),
});

builder.objectType(SecondFactorRequired, {
  name: 'SecondFactorRequired',
  description:
    'The password is correct, and the account has a second factor: the mutation must be repeated with it.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Instruction for the person, as a sentence.' }),
    kinds: t.field({
      type: [FactorKindEnum],
      cost: { times: Object.keys(FACTOR_KINDS).length },
      description: 'Kinds of the second factors of the account. A recovery code replaces each of them.',
      resolve: ({ kinds }) => [...kinds],
    }),
    passkeyOptions: t.exposeString('passkeyOptions', {
      nullable: true,
      description:
        'Options for the passkeys of the account, as JSON (`PublicKeyCredentialRequestOptionsJSON`); ' +
        'null if it has none. The response sets a cookie for the answer, which is valid for five minutes.',
    }),
  }),
});

/**
 * Creates the `errors` option of a mutation's field: a union of its success and user errors.
 * @param name the name of the mutation in PascalCase.
 * @param done the description of the success type: one sentence.
 * @param dataField the field of the success type that contains the result.
 * @param further error classes with types of their own, besides user errors.
 */
export const outcome = (
  name: string,
  done: string,
  dataField: { name: string; description: string },
  // biome-ignore lint/suspicious/noExplicitAny: the constructors have different parameters.
  further: (new (...args: any[]) => Error)[] = [],
) => ({
  types: [UserErrors, ...further],
  directResult: false,
  result: { name: `${name}Success`, description: done },
  union: { name: `${name}Result`, description: 'Result of the mutation: its success or its errors.' },
  dataField,
});

/**
 * Runs a mutation's resolver. Errors that the caller can correct in the input are converted to user errors.
 * Missing permissions and failures of the server remain errors of the operation.
 * @param idName the argument that names what may not be found.
 */
export async function withUserErrors<T>(resolve: () => Promise<T>, idName = 'id'): Promise<T> {
  try {
    return await resolve();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === 'not_found') {
      throw new UserErrors(error.message, [{ path: ['input', idName], message: error.message }]);
    }
    if (error.kind !== 'invalid') throw error;
    const errors = Object.entries(error.details.fields ?? {}).flatMap(([name, messages]) =>
      messages.map((message) => ({ path: ['input', ...graphqlName(name).split('.')], message })),
    );
    throw new UserErrors(error.message, errors);
  }
}
