import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';

/** Nobody sees it, but for an open batch of statements. */
const gone = () => new AppError('unavailable', 'The client closed the connection before the answer.');

const tooLong = (ms: number) =>
  new AppError(
    'timeout',
    `The request took longer than ${ms / 1000} s, and was cancelled. Ask for a shorter period or for fewer statistics at once.`,
  );

/**
 * The signal of a request: aborted when its client leaves before the answer is sent, or when the answer takes too long.
 * @param mostMs how long it may take, 0 for any time.
 */
export function requestSignal(response: ServerResponse, mostMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = mostMs > 0 ? setTimeout(() => controller.abort(tooLong(mostMs)), mostMs) : undefined;
  const end = () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(gone());
  };
  if (response.destroyed || response.closed) end();
  else response.once('close', end);
  return controller.signal;
}
