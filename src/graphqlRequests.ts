import { GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const MAX_TOKENS = 10_000;
/** Brackets within brackets, far beyond what schema/builder.ts allows: it only spares the parser's stack. */
const MAX_NESTING = 100;
/** A refused operation repeats its error for every field it names; this many tell enough. */
const MAX_ERRORS = 20;

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

/** Throws for a document whose nesting would overflow the parser, which goes down once for every bracket. */
function requireShallow(text: string): void {
  if (text.length < 2 * MAX_NESTING) return;
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind } = token;
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) depth++;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) depth--;
    if (depth > MAX_NESTING) {
      throw refusal(
        `The operation is nested too deeply: at most ${MAX_NESTING} brackets within each other.`,
        400,
      );
    }
  }
}

/** Refuses what a parser, or a reader of the answer, cannot take; the costs of fields are schema/builder.ts's. */
export const limits: Plugin = {
  onParse({ setParseFn }) {
    setParseFn((source, options) => {
      requireShallow(typeof source === 'string' ? source : source.body);
      return parse(source, { ...options, maxTokens: MAX_TOKENS });
    });
  },
  onExecutionResult({ result, setResult }) {
    if (!result || !('errors' in result) || !result.errors || result.errors.length <= MAX_ERRORS) return;
    setResult({ ...result, errors: result.errors.slice(0, MAX_ERRORS) });
  },
};
