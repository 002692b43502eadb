import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind, validate, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../auth/viewer.ts';

/** Most lexical tokens of a document; GraphiQL's introspection has 300, the statistics page's operation 450. */
export const MAX_TOKENS = { anonymous: 2_000, account: 10_000 } as const;
/** Most fields, fragments and spreads that a document may write down. */
export const MAX_SELECTIONS = 1_000;
/** Longest name of a field, alias, variable or fragment: an alias is repeated for every row of an answer. */
const MAX_NAME = 100;
/** Brackets within brackets, far beyond the depth of fields that is allowed: it only spares the parser's stack. */
const MAX_NESTING = 100;
/** Errors of a document that its author sees. */
const MAX_ERRORS = 20;

/** Memory of all documents that are kept, in bytes, and of the largest one. */
const KEPT_BYTES = 16 * 1024 * 1024;
const LARGEST_KEPT = 2 * 1024 * 1024;
/** Memory of a token and what a parser makes of it, in bytes: 400 to 780 were measured. */
const TOKEN_BYTES = 800;

interface KeptDocument {
  document: DocumentNode;
  tokens: number;
}

/** The viewer of a request, as far as a document's limits depend on it. */
interface DocumentContext {
  resolvers?: { viewer: Viewer } | undefined;
}

export interface Documents {
  /** Parses and validates; to be installed in Yoga in place of its own cache. */
  plugin: Plugin<DocumentContext>;
  /**
   * Keeps a document for the next request with the same text. Only for operations that passed every limit: a
   * stranger who sends refused documents must not fill the cache.
   */
  keep(document: DocumentNode): void;
  /** Number of documents kept, and the memory that they are counted with. */
  kept(): { documents: number; bytes: number };
}

const refusal = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

/** Parsed and valid documents by their text, bounded in memory; and the limits of every document. */
export function createDocuments(): Documents {
  const cache = new LRUCache<string, KeptDocument>({
    maxSize: KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: ({ tokens }, text) => tokens * TOKEN_BYTES + 2 * text.length,
  });
  /** Parsed documents with their texts; those that are kept are valid. */
  const parsed = new WeakMap<DocumentNode, { text: string; tokens: number }>();

  return {
    plugin: {
      onParse({ context, params: { source }, setParseFn, setParsedDocument }) {
        const text = typeof source === 'string' ? source : (source as Source).body;
        const limit = tokenLimit(context.resolvers?.viewer);
        const known = cache.get(text);
        if (known && known.tokens <= limit) {
          setParsedDocument(known.document);
          return;
        }
        setParseFn((_source: unknown, options: object) => {
          const tokens = countTokens(text, limit);
          const document = parse(text, options);
          requireFewSelections(document);
          parsed.set(document, { text, tokens });
          return document;
        });
      },
      onValidate({ params: { documentAST }, setResult, setValidationFn }) {
        const text = parsed.get(documentAST)?.text;
        if (text !== undefined && cache.peek(text)?.document === documentAST) setResult([]);
        else
          setValidationFn((schema, document, rules, typeInfo) =>
            validate(schema, document, rules, { maxErrors: MAX_ERRORS }, typeInfo),
          );
      },
    },
    keep(document) {
      const found = parsed.get(document);
      if (found && !cache.has(found.text)) cache.set(found.text, { document, tokens: found.tokens });
    },
    kept: () => ({ documents: cache.size, bytes: cache.calculatedSize }),
  };
}

function tokenLimit(viewer: Viewer | undefined): number {
  return viewer?.kind === 'account' ? MAX_TOKENS.account : MAX_TOKENS.anonymous;
}

/**
 * The number of tokens of a document.
 * @throws GraphQLError for more than `limit`, for long names, and for nesting that would overflow the parser's stack.
 */
function countTokens(text: string, limit: number): number {
  const lexer = new Lexer(new Source(text));
  let [tokens, depth] = [0, 0];
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind } = token;
    tokens += 1;
    if (tokens > limit) throw refusal(tooManyTokens(limit));
    if (kind === TokenKind.NAME && token.end - token.start > MAX_NAME) {
      throw refusal(`A name must be at most ${MAX_NAME} characters long; got ${token.end - token.start}.`);
    }
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) depth++;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) depth--;
    if (depth > MAX_NESTING) {
      throw refusal(`The operation is nested too deeply: at most ${MAX_NESTING} brackets within each other.`);
    }
  }
  return tokens;
}

function tooManyTokens(limit: number): string {
  const more = limit < MAX_TOKENS.account ? ` With an API key it may have ${MAX_TOKENS.account}.` : '';
  return `The document must have at most ${limit} tokens.${more} Split it, or pass values as variables.`;
}

/** Comparing all fields with each other, as validation does, must stay cheap. */
function requireFewSelections(document: DocumentNode): void {
  let selections = 0;
  const count = () => {
    selections += 1;
  };
  visit(document, {
    Field: count,
    InlineFragment: count,
    FragmentSpread: count,
    FragmentDefinition: count,
    OperationDefinition: count,
  });
  if (selections > MAX_SELECTIONS) {
    throw refusal(
      `The document must have at most ${MAX_SELECTIONS} fields and fragments; got ${selections}. Split it.`,
    );
  }
}
