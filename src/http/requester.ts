import type { ServerResponse } from 'node:http';
import type { Requester } from '../db/readQueue.ts';
import { AppError } from '../errors.ts';

/** The client never sees this error; only an open batch of statements does. */
const gone = () => new AppError('unavailable', 'The client closed the connection before the response.');

const tooLong = (ms: number) =>
  new AppError(
    'timeout',
    `The request took longer than ${ms / 1000} s and was cancelled. ` +
      'Request a shorter period or fewer statistics at once.',
  );

/** The client of a request. Its signal is created by the first read, because most requests need none. */
class ClientRequester implements Requester {
  readonly viewer: string;
  readonly #response: ServerResponse;
  readonly #mostMs: number;
  readonly #started = performance.now();
  #signal: AbortSignal | null = null;

  constructor(viewer: string, response: ServerResponse, mostMs: number) {
    this.viewer = viewer;
    this.#response = response;
    this.#mostMs = mostMs;
  }

  get signal(): AbortSignal {
    this.#signal ??= requestSignal(this.#response, this.#mostMs, this.#started);
    return this.#signal;
  }
}

/**
 * Creates the requester for whom a request reads. Its signal is aborted when the client disconnects before
 * the response is sent, or when the response takes too long.
 * @param viewer one name for all requests of a viewer.
 * @param mostMs the time limit of the response in ms, from now on; 0 for none.
 */
export const requesterOf = (viewer: string, response: ServerResponse, mostMs: number): Requester =>
  new ClientRequester(viewer, response, mostMs);

/**
 * Creates the requester of a message of a stream, which is read for all clients that get it.
 * @param mostMs the time limit of the message in ms, from the first read on; 0 for none.
 */
export function timedRequester(viewer: string, mostMs: number): Requester {
  let signal: AbortSignal | null = null;
  return {
    viewer,
    get signal() {
      if (mostMs > 0) signal ??= timeLimit(mostMs);
      return signal;
    },
  };
}

function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(tooLong(ms)), ms).unref();
  return controller.signal;
}

function requestSignal(response: ServerResponse, mostMs: number, started: number): AbortSignal {
  const controller = new AbortController();
  const left = mostMs - (performance.now() - started);
  const timer =
    mostMs > 0 ? setTimeout(() => controller.abort(tooLong(mostMs)), Math.max(left, 0)) : undefined;
  const end = () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(gone());
  };
  if (response.destroyed || response.closed) end();
  else response.once('close', end);
  return controller.signal;
}
