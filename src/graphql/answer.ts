import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { tooCostly } from './errors.ts';

/** Most bytes of an answer. */
export const MAX_ANSWER = 5 * 1024 * 1024;
/** A refused operation repeats its error for every field it names; this many tell enough. */
const MAX_ERRORS = 20;
/** A message may repeat a value that the client sent. */
const MAX_MESSAGE = 1_000;

/** Bounds answers: their errors, and their length. One that is too long is refused before it is written as JSON. */
export const boundedAnswers: Plugin = {
  onExecutionResult({ result, setResult }) {
    if (!result || Array.isArray(result) || Symbol.asyncIterator in result) return;
    const { errors, ...rest } = result as ExecutionResult;
    const answer: ExecutionResult = errors
      ? { errors: errors.slice(0, MAX_ERRORS).map(shortened), ...rest }
      : rest;
    setResult({ ...(leastLength(answer.data) > MAX_ANSWER ? tooLong(answer) : answer), stringify });
  },
};

/** JSON of an answer. */
function stringify(answer: ExecutionResult): string {
  const { stringify: _, ...plain } = answer as ExecutionResult & { stringify?: unknown };
  const text = JSON.stringify(plain);
  // Characters that JSON escapes, and that UTF-8 takes several bytes for, are known only now.
  if (3 * text.length <= MAX_ANSWER || Buffer.byteLength(text) <= MAX_ANSWER) return text;
  // The status is Yoga's business, and decided already.
  return JSON.stringify(tooLong(plain), (name, value) => (name === 'http' ? undefined : value));
}

/** What is sent in place of an answer that is too long. */
function tooLong({ extensions }: ExecutionResult): ExecutionResult {
  const message = `The answer is longer than ${MAX_ANSWER / 1024 / 1024} MiB. Ask for fewer rows or split it.`;
  return {
    errors: [tooCostly(message)],
    ...(extensions && { extensions }),
  };
}

/** The length of a value's JSON, at least; where it is more than an answer may have, how much more is not told. */
function leastLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      length += leastLength(item) + 1;
      if (length > MAX_ANSWER) break;
    }
    return length;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    length += name.length + 4 + leastLength(fields[name]);
    if (length > MAX_ANSWER) break;
  }
  return length;
}

function shortened(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  if (message.length <= MAX_MESSAGE) return error;
  return new GraphQLError(`${message.slice(0, MAX_MESSAGE)}…`, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
