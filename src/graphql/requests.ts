import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const refusal = (message: string, status: number) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } });

/**
 * Refuses what cannot be read, and the bodies that a page of another origin can send without asking the browser
 * first (CSRF): with application/json a browser sends a preflight, and gets no for an answer where cookies are
 * involved.
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
