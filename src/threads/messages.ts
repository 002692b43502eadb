/** A question to a thread, or the request to close. Each gets one answer, with the same id. */
export type ThreadRequest<Question> = { id: number; question: Question } | { id: number; close: true };

/** A message from a thread. */
export type Reply<Answer> =
  | { kind: 'ready' }
  /** The answer is null if the thread was asked to close. */
  | { kind: 'done'; id: number; answer: Answer | null }
  | { kind: 'failed'; id: number; error: PlainError }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; fields?: object };

/**
 * The parts of an error that the faults of src/db need. Error objects lose their own properties when they are
 * passed between threads.
 */
export interface PlainError {
  message: string;
  stack: string | undefined;
  code: string;
  originalCode: string;
}

/** Converts an error to a message. */
export function fromError(error: unknown): PlainError {
  const { message, stack, code, cause } = error as Error & {
    code?: unknown;
    cause?: { originalCode?: unknown };
  };
  return {
    message: String(message ?? error),
    stack,
    code: String(code ?? ''),
    originalCode: String(cause?.originalCode ?? ''),
  };
}

/** Converts a message back to an error. */
export function toError({ message, stack, code, originalCode }: PlainError): Error {
  const error = Object.assign(new Error(message, { cause: { originalCode } }), { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
