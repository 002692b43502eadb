import { hash } from 'node:crypto';
import { type ExecutionArgs, execute, GraphQLError } from 'graphql';
import { AppError } from '../../errors.ts';
import type { Answer } from '../../live/group.ts';
import { type Message, messageOf } from '../../live/stream.ts';
import type { Context } from '../../request/context.ts';

/** Maximum length of a message in characters. Messages wait in memory for clients that read slowly. */
export const MAX_MESSAGE = 256 * 1024;
const MAX_ERRORS = 20;

/** Errors after which the same operation may succeed a little later. */
const TEMPORARY = ['INTERNAL', 'UNAVAILABLE', 'TIMEOUT', 'TOO_MANY_REQUESTS'];

/** Converts an error to the form that clients see. */
export type Mask = (error: unknown) => Error;

/** The text by which streams with the same selection are recognized. */
export function selectionKey({ document, operationName, variableValues }: ExecutionArgs): string {
  const text = document.loc?.source.body ?? '';
  return hash('sha256', JSON.stringify([text, operationName ?? null, variableValues ?? null]), 'base64');
}

/** Returns the last message of a stream that ends with an error. */
export function failureOf(error: unknown, mask: Mask): Message {
  const masked = mask(error instanceof GraphQLError ? error : toError(error));
  return messageOf(JSON.stringify({ errors: [masked] }));
}

// The mask treats other errors than those of GraphQL and AppError as defects.
const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * Executes the selection of a subscription, as if it were a query.
 * @param context a new one for each message, so that its loaders do not return old numbers.
 * @param points the cost of the message, which is taken from the viewer's budget.
 */
export async function answerNow(
  args: ExecutionArgs,
  context: Context,
  points: number,
  mask: Mask,
): Promise<Answer> {
  try {
    await context.budget.spend(points);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') return { kind: 'later' };
    throw error;
  }
  const { data, errors } = await execute({ ...args, contextValue: context, rootValue: undefined });
  if (!errors) return withinLimit(JSON.stringify({ data }), mask);
  const masked = errors.slice(0, MAX_ERRORS).map(mask);
  const message = messageOf(JSON.stringify({ errors: masked, data }));
  if (masked.some(isTemporary)) return { kind: 'temporary', message };
  return data ? { kind: 'message', message } : { kind: 'final', message };
}

const isTemporary = (error: Error) =>
  error instanceof GraphQLError && TEMPORARY.includes(String(error.extensions.code));

function withinLimit(text: string, mask: Mask): Answer {
  if (text.length <= MAX_MESSAGE) return { kind: 'message', message: messageOf(text) };
  const error = new AppError(
    'bad_request',
    `The message is longer than ${MAX_MESSAGE / 1024} KiB. Select fewer rows, or use a query.`,
    { reason: 'cost' },
  );
  return { kind: 'final', message: failureOf(error, mask) };
}
