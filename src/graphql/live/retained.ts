import { type DocumentNode, GraphQLError } from 'graphql';
import { isStranger } from '../../db/readQueue.ts';
import { AppError } from '../../errors.ts';
import type { DocumentSize } from '../documents.ts';

/** Maximum number of tokens of a stream's operation; the one of the statistics page has 450. */
const MAX_STREAM_TOKENS = 1_000;
/** Maximum length of a stream's request as JSON, in characters. */
const MAX_STREAM_REQUEST = 32_768;
/** Maximum memory of what all open streams hold, in bytes, by an estimate that is above what was measured. */
const MAX_BYTES = 256 * 1024 * 1024;
/** While its stream is open, a request is kept as text and as a value. Measured: 2.6 bytes a character. */
const BYTES_PER_CHARACTER = 3;
/** The part of it for streams of strangers. The rest is kept for sessions and API keys. */
const STRANGERS = 0.75;
const RETRY_S = 10;

/** What a stream holds while it is open. */
export interface RetainedOperation {
  document: DocumentNode;
  size: DocumentSize;
  /** The request: the text of the document, the variables, and whatever else was sent. */
  params: unknown;
  /** The viewer, as `Requester.viewer`; absent for the server itself. */
  viewer?: string;
}

/**
 * Creates the memory budget of the operations that open streams hold. Streams of one document hold it once.
 * @param most the budget in bytes.
 * @returns a function that takes what a stream holds from the budget, and returns one that gives it back,
 *   once. It throws a GraphQLError for an operation that is too large for a stream; AppError
 *   `too_many_requests` if the budget is spent.
 */
export function createRetainer(most = MAX_BYTES): (operation: RetainedOperation) => () => void {
  /** Number of streams of each document. */
  const streams = new Map<DocumentNode, number>();
  let bytes = 0;

  return ({ document, size, params, viewer = '' }) => {
    const characters = JSON.stringify(params).length;
    requireSmall(size.tokens, characters);
    const own = BYTES_PER_CHARACTER * characters;
    const before = streams.get(document) ?? 0;
    const added = own + (before > 0 ? 0 : size.bytes);
    // What others hold counts as well: so whatever strangers hold, the rest remains.
    if (bytes + added > (isStranger(viewer) ? most * STRANGERS : most)) throw spent();
    bytes += added;
    streams.set(document, before + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (streams.get(document) ?? 1) - 1;
      bytes -= own + (left > 0 ? 0 : size.bytes);
      if (left > 0) streams.set(document, left);
      else streams.delete(document);
    };
  };
}

function requireSmall(tokens: number, characters: number): void {
  if (tokens > MAX_STREAM_TOKENS) throw tooLarge('document', `${MAX_STREAM_TOKENS} tokens`, tokens);
  if (characters > MAX_STREAM_REQUEST)
    throw tooLarge('request', `${MAX_STREAM_REQUEST} characters as JSON`, characters);
}

const tooLarge = (part: string, limit: string, got: number) =>
  new GraphQLError(
    `A subscription is kept in memory while it is open. Its ${part} may have at most ${limit}; got ${got}. ` +
      'Select less, or open several subscriptions.',
    { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } },
  );

const spent = () =>
  new AppError(
    'too_many_requests',
    'The live streams of this server hold as many operations as it keeps in memory. ' +
      `Try again in ${RETRY_S} s, or select less.`,
    { retryAfter: RETRY_S },
  );
