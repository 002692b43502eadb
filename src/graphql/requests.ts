import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const refusal = (message: string, status: number) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } });

/**
 * Refuses malformed requests, and bodies of types that a page of another origin can send without a preflight
 * (CSRF). Before a request with `application/json` the browser sends a preflight, and the CORS policy does
 * not allow cookies.
 */
export const readableRequests: Plugin = {
  onRequestParse({ request, url }) {
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (request.method === 'POST' && !/^application\/(.+\+)?json$/.test(type)) {
      throw new GraphQLError('The body must be of type application/json.', {
        extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415 } },
      });
    }
    for (const name of ['variables', 'extensions']) {
      if (!isJson(url.searchParams.get(name) || '{}'))
        throw refusal(`The parameter ${name} must be JSON.`, 400);
    }
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
