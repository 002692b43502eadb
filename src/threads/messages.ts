/** What is asked of a thread; each question gets one answer, under its id. */
export type Asked<Question> = Question & { id: number };

/** What a thread says. */
export type Reply<Answer> =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; answer: Answer }
  | { kind: 'failed'; id: number; error: PlainError }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; fields?: object };

/** The parts of an error by which the faults of src/db knows it: errors lose their own fields on the way between threads. */
export interface PlainError {
  message: string;
  stack: string | undefined;
  code: string;
  originalCode: string;
}

/** An error as it travels. */
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

/** The error that arrived. */
export function toError({ message, stack, code, originalCode }: PlainError): Error {
  const error = Object.assign(new Error(message, { cause: { originalCode } }), { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
