import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { admitAgain, againOf, sightOf } from '../../live/admission.ts';
import type { Answer } from '../../live/group.ts';
import { LiveStream } from '../../live/stream.ts';
import { charge, tooManyRequests } from '../cost/limit.ts';
import { answerNow, failureOf, type Mask, selectionKey } from './answer.ts';

const MEDIA_TYPE = 'text/event-stream';

interface Options {
  /** Receives the document of each accepted operation. */
  accepted: (document: DocumentNode) => void;
  mask: Mask;
}

/**
 * Executes subscriptions: the selection is executed anew for each message, with a new context, once for all
 * streams that get the same message.
 */
export function liveSubscriptions({ accepted, mask }: Options): Plugin {
  return {
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const { request } = args.contextValue as unknown as { request: Request };
      if (!acceptsEvents(request)) setResultAndStopExecution({ errors: [notAcceptable()] });
      else setSubscribeFn((given: ExecutionArgs) => subscribe(given, { accepted, mask }));
    },
  };
}

/** Yoga would answer without a body, and only after it has opened the stream. */
function acceptsEvents({ headers }: Request): boolean {
  const accept = headers.get('accept') ?? '*/*';
  return accept.split(',').some((type) => /^\s*(text\/(event-stream|\*)|\*\/\*)\s*(;|$)/i.test(type));
}

function notAcceptable(): GraphQLError {
  const message = `The messages of a subscription are server-sent events: send \`Accept: ${MEDIA_TYPE}\`.`;
  return new GraphQLError(message, { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } });
}

async function subscribe(
  args: ExecutionArgs,
  { accepted, mask }: Options,
): Promise<ExecutionResult | LiveStream> {
  const context = args.contextValue as Context;
  const charged = await charge(args);
  if ('refused' in charged) return { errors: [charged.refused] };
  const source = await createSourceEventStream(args);
  if (!(source instanceof LiveStream)) {
    if (Symbol.asyncIterator in source) throw new Error('A subscription must return a LiveStream.');
    // Without `data`, Yoga would answer with status 500.
    return { ...source, data: null, errors: (source.errors ?? []).map(withStatus) };
  }
  accepted(args.document);
  start(source, { ...args, contextValue: undefined }, context, charged.points, mask);
  return source;
}

/** Too many streams are refused with the status of too many requests. */
function withStatus(error: GraphQLError): GraphQLError {
  const { originalError } = error;
  const isTooMany = originalError instanceof AppError && originalError.kind === 'too_many_requests';
  return isTooMany ? tooManyRequests(originalError) : error;
}

function start(
  stream: LiveStream,
  args: ExecutionArgs,
  { viewer: first, live, again }: Context,
  points: number,
  mask: Mask,
): void {
  const source = againOf({ again });
  let viewer = first;
  // The first message was paid for when the stream was opened.
  let paid = true;
  live.start(stream, {
    key: `${sightOf(first)} ${selectionKey(args)}`,
    async admit() {
      const admitted = await admitAgain(first, stream.websiteId, source);
      viewer = admitted.viewer;
      return admitted.basis;
    },
    async answer(): Promise<Answer> {
      const due = paid ? 0 : points;
      paid = false;
      try {
        return await answerNow(args, source.context(viewer), due, mask);
      } catch (error) {
        return { kind: 'temporary', message: failureOf(error, mask) };
      }
    },
    failure: (error) => failureOf(error, mask),
  });
}
