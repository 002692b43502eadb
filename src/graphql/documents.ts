import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind, validate, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../auth/viewer.ts';

/**
 * Maximum number of lexical tokens in a document. GraphiQL's introspection query has 300; the operation of
 * the statistics page has 450.
 */
export const MAX_TOKENS = { anonymous: 2_000, account: 10_000 } as const;
/** Maximum number of fields, fragments and spreads in a document. */
export const MAX_SELECTIONS = 1_000;
/** Maximum length of a name of a field, alias, variable or fragment. Every row repeats an alias. */
const MAX_NAME = 100;
/** Maximum depth of nested brackets, far above the field depth limit. It only protects the parser's stack. */
const MAX_NESTING = 100;
/** Maximum number of validation errors reported for a document. */
const MAX_ERRORS = 20;

/** Maximum memory of all cached documents, and of a single one, in bytes. */
const KEPT_BYTES = 16 * 1024 * 1024;
const LARGEST_KEPT = 2 * 1024 * 1024;
/** Estimated memory of a token and its part of the AST, in bytes. Measured: 400 to 780. */
const TOKEN_BYTES = 800;

interface KeptDocument {
  document: DocumentNode;
  tokens: number;
}

/** The part of the request context that the document limits depend on. */
interface DocumentContext {
  resolvers?: { viewer: Viewer } | undefined;
}

/** The size of a parsed document. */
export interface DocumentSize {
  tokens: number;
  /** Estimated memory. */
  bytes: number;
}

export interface Documents {
  /** Parses and validates documents. Must be installed in Yoga in place of its own cache. */
  plugin: Plugin<DocumentContext>;
  /**
   * Caches a document for later requests with the same text. Call it only for operations that passed every
   * limit; otherwise anonymous clients could fill the cache with refused documents.
   */
  keep(document: DocumentNode): void;
  /** Returns the size of a document that {@link plugin} has parsed. */
  sizeOf(document: DocumentNode): DocumentSize;
  /** Returns the number of cached documents and their estimated memory. */
  kept(): { documents: number; bytes: number };
}

const refusal = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

/** Creates a memory-bounded cache of valid documents by text. Its plugin enforces the document limits. */
export function createDocuments(): Documents {
  const cache = new LRUCache<string, KeptDocument>({
    maxSize: KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: ({ tokens }, text) => bytesOf(tokens, text),
  });
  /** Texts and token counts of parsed documents. A document that is also in the cache is valid. */
  const parsed = new WeakMap<DocumentNode, { text: string; tokens: number }>();

  return {
    plugin: {
      onParse({ context, params: { source }, setParseFn, setParsedDocument }) {
        const text = typeof source === 'string' ? source : (source as Source).body;
        const limit = tokenLimit(context.resolvers?.viewer);
        const cached = cache.get(text);
        if (cached && cached.tokens <= limit) {
          setParsedDocument(cached.document);
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
    sizeOf(document) {
      const { tokens, text } = parsed.get(document) ?? { tokens: 0, text: '' };
      return { tokens, bytes: bytesOf(tokens, text) };
    },
    kept: () => ({ documents: cache.size, bytes: cache.calculatedSize }),
  };
}

const bytesOf = (tokens: number, text: string) => tokens * TOKEN_BYTES + 2 * text.length;

function tokenLimit(viewer: Viewer | undefined): number {
  return viewer?.kind === 'account' ? MAX_TOKENS.account : MAX_TOKENS.anonymous;
}

/**
 * Counts the tokens of a document.
 * @throws GraphQLError for more than `limit` tokens, a name that is too long, or nesting that would overflow
 *   the parser's stack.
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
      throw refusal(
        `The operation is nested too deeply: at most ${MAX_NESTING} levels of brackets are allowed.`,
      );
    }
  }
  return tokens;
}

function tooManyTokens(limit: number): string {
  const more = limit < MAX_TOKENS.account ? ` With an API key, the limit is ${MAX_TOKENS.account}.` : '';
  return (
    `The document must have at most ${limit} tokens.${more} ` +
    'Split the document, or pass values as variables.'
  );
}

/** Limits the selections, because validation compares all fields with each other. */
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
      `The document must have at most ${MAX_SELECTIONS} fields and fragments; got ${selections}. ` +
        'Split the document.',
    );
  }
}
