import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Maximum number of operations of a batch that are refused one by one. */
const MAX_BATCH = 100;

/** Passes the length of a refused batch from parsing to the response. */
interface ReceivedBatch {
  /** Number of operations, if the body is a list. */
  batch?: number;
}

const refusal = (message: string, status = 400) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } });

/**
 * Refuses malformed requests, and bodies of types that a page of another origin can send without a preflight
 * (CSRF). Before a request with `application/json` the browser sends a preflight, and the CORS policy does
 * not allow cookies.
 */
export const readableRequests: Plugin<object, ReceivedBatch> = {
  onRequestParse({ request, url, serverContext }) {
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (request.method === 'POST' && !/^application\/(.+\+)?json$/.test(type)) {
      throw new GraphQLError('The body must be of type application/json.', {
        extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415 } },
      });
    }
    for (const name of ['variables', 'extensions']) {
      if (!isJson(url.searchParams.get(name) || '{}')) throw refusal(`The parameter ${name} must be JSON.`);
    }
    return {
      onRequestParseDone({ requestParserResult: body }) {
        if (!Array.isArray(body)) return;
        serverContext.batch = body.length;
        throw batchRefused(body.length);
      },
    };
  },
  onParams({ params }) {
    const { query, extensions, ...rest } = params ?? {};
    if (query !== undefined && query !== null) return;
    if (extensions?.persistedQuery !== undefined) throw persistedQueryNotSupported();
    if ('documentId' in rest) throw refusal('Footfall stores no documents: send the document as `query`.');
  },
  onResultProcess({ result, setResult, serverContext: { batch = 0 } }) {
    // Clients that batch read a list with a result for each operation, and only then show its error.
    if (batch > 0 && batch <= MAX_BATCH && !Array.isArray(result) && !(Symbol.asyncIterator in result))
      setResult(Object.assign(Array(batch).fill(result), { extensions: { http: { status: 400 } } }));
  },
};

const batchRefused = (length: number) =>
  refusal(
    `A request must contain one operation; got a list of ${length}. Send each operation in a request of ` +
      'its own: in Apollo Client, use HttpLink in place of BatchHttpLink.',
  );

/**
 * The answer to the hash of a document without its text. Clients recognize it by its message and code, and
 * send the text in this and all later requests. The status is 200 for clients that accept only
 * `application/json`, as the GraphQL over HTTP specification requires.
 */
const persistedQueryNotSupported = () =>
  new GraphQLError('PersistedQueryNotSupported', {
    extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', http: { status: 400, spec: true } },
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
