import type { Arrival, Drop, Outcome } from './hit.ts';

/** What the thread starts with. */
export interface ThreadData {
  databaseUrl: string;
  geoDatabase: string | undefined;
  /** The greatest id of a hit so far. */
  newestId: bigint;
}

/** What is asked of the thread; each question gets one answer, under its id. */
export type Question = { id: number } & (
  | { kind: 'record'; items: readonly (Arrival | Drop)[] }
  | { kind: 'refresh'; now: number }
  | { kind: 'close' }
);

/** What the thread says. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; outcomes: Outcome[] }
  | { kind: 'failed'; id: number; error: PlainError }
  | { kind: 'log'; level: 'info' | 'warn'; message: string };

/** The parts of an error by which src/db/faults.ts knows it: errors lose their own fields on the way between threads. */
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
