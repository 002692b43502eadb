import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { tooCostly } from './errors.ts';

/** Maximum size of a response, in bytes. */
export const MAX_ANSWER = 5 * 1024 * 1024;
/** Maximum number of errors in a response. A refused operation repeats its error for every field. */
const MAX_ERRORS = 20;
/** Maximum length of an error message, which may quote a value of the client. */
const MAX_MESSAGE = 1_000;

/**
 * Limits the errors and the length of responses. Most results that are too long are refused before they are
 * serialized as JSON.
 */
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

/** Serializes a result as JSON, or an error if the JSON is longer than MAX_ANSWER. */
function stringify(answer: ExecutionResult): string {
  const { stringify: _, ...plain } = answer as ExecutionResult & { stringify?: unknown };
  const text = JSON.stringify(plain);
  // Only now is the exact length known: leastLength() ignores JSON escapes and multi-byte characters.
  if (3 * text.length <= MAX_ANSWER || Buffer.byteLength(text) <= MAX_ANSWER) return text;
  // Yoga has set the status already, so the `http` extension is left out.
  return JSON.stringify(tooLong(plain), (name, value) => (name === 'http' ? undefined : value));
}

/** Creates the result that replaces one that is too long. */
function tooLong({ extensions }: ExecutionResult): ExecutionResult {
  const message =
    `The response is longer than ${MAX_ANSWER / 1024 / 1024} MiB. ` +
    'Request fewer rows, or split the operation.';
  return {
    errors: [tooCostly(message)],
    ...(extensions && { extensions }),
  };
}

/** Returns a lower bound of the length of a value's JSON. Counting stops above MAX_ANSWER. */
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
