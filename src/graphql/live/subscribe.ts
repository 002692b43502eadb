import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../errors.ts';
import { EVENTS } from '../../http/eventStream.ts';
import { readmit, reauthenticationOf, visibilityKey } from '../../live/admission.ts';
import type { Answer } from '../../live/group.ts';
import { LiveStream } from '../../live/stream.ts';
import type { Context } from '../../request/context.ts';
import { charge, tooManyRequests } from '../cost/limit.ts';
import type { Documents } from '../documents.ts';
import { answerNow, failureOf, type Mask, selectionKey } from './answer.ts';
import { createRetainer } from './retained.ts';

interface Options {
  documents: Pick<Documents, 'keep' | 'sizeOf'>;
  mask: Mask;
}

/**
 * Executes subscriptions: the selection is executed anew for each message, with a new context, once for all
 * streams that get the same message.
 */
export function liveSubscriptions(options: Options): Plugin {
  const retain = createRetainer();
  return {
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const { request } = args.contextValue as unknown as { request: Request };
      if (!acceptsEvents(request)) setResultAndStopExecution({ errors: [notAcceptable()] });
      else setSubscribeFn((given: ExecutionArgs) => subscribe(given, options, retain));
    },
  };
}

/** Yoga would answer without a body, and only after it has opened the stream. */
const acceptsEvents = ({ headers }: Request): boolean => headers.get('accept')?.includes(EVENTS) ?? false;

function notAcceptable(): GraphQLError {
  const message = `The messages of a subscription are server-sent events: send \`Accept: ${EVENTS}\`.`;
  return new GraphQLError(message, { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } });
}

type Retain = ReturnType<typeof createRetainer>;

async function subscribe(
  args: ExecutionArgs,
  { documents, mask }: Options,
  retain: Retain,
): Promise<ExecutionResult | LiveStream> {
  const { document, contextValue } = args;
  const { params } = contextValue as { params: unknown };
  let release: () => void;
  try {
    const viewer = (contextValue as Context).requester?.viewer ?? '';
    release = retain({ document, size: documents.sizeOf(document), params, viewer });
  } catch (error) {
    return { errors: [withStatus(error as GraphQLError | AppError)] };
  }
  const opened = await open(args).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!('stream' in opened)) {
    release();
    return opened;
  }
  const { stream, points } = opened;
  stream.onEnd(release);
  documents.keep(document);
  start(stream, { ...args, contextValue: undefined }, contextValue as Context, points, mask);
  return stream;
}

/** Opens a stream at the expense of the viewer. @returns it and the points of a message; or errors. */
async function open(args: ExecutionArgs): Promise<ExecutionResult | { stream: LiveStream; points: number }> {
  const charged = await charge(args);
  if ('refused' in charged) return { errors: [charged.refused] };
  // Without `data`, Yoga would answer with status 500.
  if ('wrong' in charged) return { data: null, errors: charged.wrong };
  const stream = await createSourceEventStream(args);
  if (stream instanceof LiveStream) return { stream, points: charged.points };
  if (Symbol.asyncIterator in stream) throw new Error('A subscription must return a LiveStream.');
  return { ...stream, data: null, errors: (stream.errors ?? []).map(withStatus) };
}

/** Too many streams are refused with the status of too many requests. */
function withStatus(error: GraphQLError | AppError): GraphQLError {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  const isTooMany = cause instanceof AppError && cause.kind === 'too_many_requests';
  return isTooMany ? tooManyRequests(cause) : (error as GraphQLError);
}

function start(
  stream: LiveStream,
  args: ExecutionArgs,
  { viewer: first, live, reauthentication }: Context,
  points: number,
  mask: Mask,
): void {
  const source = reauthenticationOf({ reauthentication });
  let viewer = first;
  // The first message was paid for when the stream was opened.
  let paid = true;
  live.start(stream, {
    key: `${visibilityKey(first, stream.websiteId)} ${selectionKey(args)}`,
    async admit() {
      const admitted = await readmit(first, stream.websiteId, source);
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
