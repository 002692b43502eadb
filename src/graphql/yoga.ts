import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context as KoaContext, Middleware } from 'koa';
import { AppError, internal, toHttp } from '../errors.ts';
import { EVENTS } from '../http/eventStream.ts';
import type { AnswerKind } from '../http/headers.ts';
import { addIgnored, unknownNames } from '../http/ignored.ts';
import type { Measures } from '../http/measure.ts';
import { readText } from '../http/text.ts';
import { requireReadableQuery } from '../http/utf8.ts';
import type { Log } from '../log.ts';
import type { Context } from '../request/context.ts';
import { boundedAnswers } from './answer.ts';
import { costLimits } from './cost/limit.ts';
import { createDocuments } from './documents.ts';
import { toGraphQL } from './errors.ts';
import { type GraphiqlExamples, isForGraphiql, sendGraphiql } from './graphiql.ts';
import { ownEventStreams, type Streamed, sendEvents, setStreamHeaders } from './live/send.ts';
import { liveSubscriptions } from './live/subscribe.ts';
import { acceptFor, jsonTypeFor } from './mediaTypes.ts';
import { type MeasuredOperation, measuredOperations } from './metrics.ts';
import { readableRequests } from './requests.ts';
import { schema } from './schema/index.ts';
import { graphqlFields } from './schema/names.ts';

const ENDPOINT = '/graphql';
const MAX_BODY = 256 * 1024;
/** The query parameters of a GET request, by GraphQL over HTTP. Those of a POST request are ignored. */
const PARAMETERS = ['query', 'variables', 'operationName', 'extensions'];

/**
 * Converts errors to the form that clients see. Errors meant for clients keep their message; any other error
 * is logged and replaced by an internal error with a request id.
 */
function errorMask(log: Log, newId: () => string) {
  return (error: unknown): Error => {
    const original = error instanceof GraphQLError ? (error.originalError ?? null) : error;
    if (error instanceof GraphQLError && (original === null || original instanceof GraphQLError))
      return coded(error);
    const at = error instanceof GraphQLError ? error : undefined;
    if (original instanceof AppError) {
      const { fields, ...details } = original.details;
      if (!fields) return toGraphQL(original, at);
      return toGraphQL(
        new AppError(original.kind, original.message, { ...details, fields: graphqlFields(fields) }),
        at,
      );
    }
    const requestId = newId();
    log.error({ err: original, requestId }, 'A GraphQL operation failed');
    return toGraphQL(internal(requestId), at);
  };
}

/** Adds a code to errors without one: graphql-js sets none for invalid variables and ids. */
function coded(error: GraphQLError): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions: { ...extensions, code: 'BAD_USER_INPUT' },
  });
}

export interface GraphqlOptions {
  log: Log;
  newId: () => string;
  /** Creates a nonce for a Content-Security-Policy: 128 random bits in base64. */
  newNonce: () => string;
  now: () => number;
  /** Creates the resolvers' context of a request. Throws AppError if the request is refused. */
  identify: (ctx: KoaContext) => Promise<Context>;
  /** Initial settings and tabs of GraphiQL. */
  graphiql?: GraphiqlExamples | undefined;
  /** Called for each operation of which something was forbidden. */
  refused: (error: AppError, context: Context) => void;
  measures: Pick<Measures, 'cost'>;
}

/** Reports what resolvers forbid. */
const reportedRefusals = (refused: GraphqlOptions['refused']): Plugin => ({
  onExecutionResult({ result, context }) {
    if (!result || Array.isArray(result) || Symbol.asyncIterator in result) return;
    const found = result.errors?.find(
      ({ originalError }) => originalError instanceof AppError && originalError.kind === 'forbidden',
    );
    if (found) refused(found.originalError as AppError, context as unknown as Context);
  },
});

/** What Yoga gets of a request besides its text. */
interface Received {
  resolvers: Context | undefined;
  measured: MeasuredOperation;
  streamed: Streamed;
}

/**
 * Sends an error that occurred before Yoga. Status and headers are those of REST; the body and its type are
 * those that GraphQL clients expect.
 */
function sendRefusal(ctx: KoaContext, error: unknown, mask: (error: unknown) => Error): void {
  if (error instanceof AppError) ctx.set(toHttp(error).headers);
  ctx.status = error instanceof AppError ? error.status : 500;
  ctx.body = { errors: [mask(error)] };
  ctx.set('Content-Type', `${jsonTypeFor(ctx)}; charset=utf-8`);
}

/** Creates the Koa middleware that serves the GraphQL schema at `/graphql`, and GraphiQL to browsers. */
export function graphqlMiddleware({
  log,
  newId,
  newNonce,
  now,
  identify,
  graphiql,
  refused,
  measures,
}: GraphqlOptions): Middleware {
  const documents = createDocuments();
  const maskError = errorMask(log, newId);
  const yoga = createYoga<Received>({
    schema,
    graphqlEndpoint: ENDPOINT,
    context: ({ resolvers }) => resolvers,
    maskedErrors: { maskError },
    plugins: [
      measuredOperations(measures),
      reportedRefusals(refused),
      readableRequests,
      documents.plugin,
      costLimits(documents.keep),
      liveSubscriptions({ documents, mask: maskError }),
      ownEventStreams,
      boundedAnswers,
    ],
    // `documents` is the cache; its memory is bounded.
    parserAndValidationCache: false,
    // The body is read and limited below. Yoga's streams take a fifth of a small operation's time.
    maxRequestBodySize: false,
    multipart: false,
    batching: false,
    landingPage: false,
    logging: false,
    // Pages of any origin may send requests with an API key, but never with cookies of this origin.
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST'], maxAge: 86_400 },
    // The middleware below sends the GraphiQL page, with its Content-Security-Policy.
    graphiql: false,
  });

  return async (ctx) => {
    let resolvers: Context | undefined;
    let body: string | null = null;
    if (isForGraphiql(ctx)) return sendGraphiql(ctx, { now: now(), nonce: newNonce(), examples: graphiql });
    ctx.state.kind = 'graphql' satisfies AnswerKind;
    if (ctx.method !== 'OPTIONS') {
      try {
        requireReadableQuery(ctx);
        addIgnored(ctx, unknownNames(ctx.query, ctx.method === 'GET' ? PARAMETERS : []));
        resolvers = await identify(ctx);
        if (ctx.method === 'POST') body = await readText(ctx.req, MAX_BODY, 'The request');
      } catch (error) {
        return sendRefusal(ctx, error, maskError);
      }
    }
    const { method, search } = ctx;
    const headers = { ...(ctx.req.headers as Record<string, string>), accept: acceptFor(ctx) };
    const request = new yoga.fetchAPI.Request(`http://localhost${ENDPOINT}${search}`, {
      method,
      headers,
      body,
    });
    const streamed: Streamed = {};
    const response = await yoga.fetch(request, { resolvers, measured: ctx.state, streamed });
    ctx.status = response.status;
    response.headers.forEach((value, name) => {
      // Yoga sets `none` for events, which is no encoding.
      if (name.toLowerCase() !== 'content-encoding') ctx.append(name, value);
    });
    if (streamed.events) return sendEvents(ctx, streamed.events);
    ctx.body = await response.text();
    // A query whose client accepts only events gets one, as a stream that is complete at once.
    if (response.headers.get('content-type')?.startsWith(EVENTS)) setStreamHeaders(ctx);
  };
}
