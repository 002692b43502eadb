import type { Middleware } from 'koa';
import type { Config } from '../config.ts';

/**
 * Answers nothing that a browser shows as a document: what it is opened as may load, run and frame nothing.
 */
const NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'";

/** What a page may load: files of this server, and nothing that is written into the page. */
const pagePolicy = (ancestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** Stands for a nonce that is made for each answer. */
const NONCE = 'NONCE';

/**
 * GraphiQL's editor positions its lines by style attributes, writes its colours into style elements
 * (src/web/graphiql gives those the nonce), and its stylesheet carries a font and pictures as `data:`. Its
 * workers are files of this server.
 */
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  `style-src 'self' 'nonce-${NONCE}'`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Features of the browser that no page uses. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const DOCUMENT = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  // Websites that a page links to do not learn where their statistics are read.
  'Referrer-Policy': 'same-origin',
};

const DATA = {
  'Content-Security-Policy': NO_DOCUMENT,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of what pages of any website load or send. */
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Footfall-Dropped, Retry-After',
  // Pages that isolate themselves (COEP) may still load the tracker and the pixel.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * The headers of every answer, by its kind. A `Cache-Control` here is the default: a route may set its own
 * for what may be kept, which counts unless the answer is an error.
 */
const HEADERS = {
  /** A page that speaks GraphQL: the account area, a statistics page. */
  page: { ...DOCUMENT, 'Content-Security-Policy': pagePolicy("'none'") },
  /** A public statistics page that any website may show in an iframe. */
  embedded: {
    ...DOCUMENT,
    'Content-Security-Policy': pagePolicy('*'),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A page that isolates itself frames only documents that do so too; all that this one loads is its own.
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
  graphiql: { ...DOCUMENT, 'Content-Security-Policy': GRAPHIQL_POLICY },
  /** JSON of REST. */
  api: DATA,
  /** JSON of GraphQL: any origin may ask, with a key of its own; cookies are never part of that. */
  graphql: { ...DATA, 'Access-Control-Allow-Origin': '*' },
  /** The tracker. */
  script: { ...ANY_ORIGIN, 'Content-Security-Policy': NO_DOCUMENT },
  /** The answer to a hit: as few headers as do for an answer without a body that a program reads. */
  hit: ANY_ORIGIN,
  pixel: { ...ANY_ORIGIN, 'Content-Security-Policy': NO_DOCUMENT, 'Cache-Control': 'no-store' },
  /** A script or stylesheet of a page. A worker has the policy of its own script: it loads nothing. */
  asset: { 'Content-Security-Policy': NO_DOCUMENT, 'Cross-Origin-Resource-Policy': 'same-origin' },
  /**
   * A picture of a page. Opened by itself, an SVG is a document: without scripts, and in an origin of its
   * own.
   */
  picture: {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
  },
  /** For operators and crawlers: health, metrics, security.txt. */
  operator: DATA,
  /** What no route answers, and errors of routes that name no kind. */
  error: DATA,
} satisfies Record<string, Record<string, string>>;

export type AnswerKind = keyof typeof HEADERS;

const POLICY = 'Content-Security-Policy';

/** A year; without subdomains, which may be other services of the operator. */
const HSTS = 'max-age=31536000';

type Headers = Record<string, string>;

/** The headers of each kind of answer for a configuration: of answers that succeed, and of errors. */
export function headerTable({
  baseUrl,
}: Pick<Config, 'baseUrl'>): Record<AnswerKind, { success: Headers; error: Headers }> {
  const tls = baseUrl.startsWith('https:');
  const complete = (headers: Headers): Headers => {
    const { 'Cross-Origin-Opener-Policy': opener, ...rest } = headers;
    return {
      'X-Content-Type-Options': 'nosniff',
      ...(tls && { 'Strict-Transport-Security': HSTS }),
      // Browsers ignore it without TLS, and complain in the console.
      ...(tls && opener && { 'Cross-Origin-Opener-Policy': opener }),
      ...rest,
    };
  };
  const entries = Object.entries<Headers>(HEADERS).map(([kind, headers]) => [
    kind,
    { success: complete(headers), error: complete({ ...headers, 'Cache-Control': 'no-store' }) },
  ]);
  return Object.fromEntries(entries);
}

/** What the middlewares of an answer hand to `answerHeaders`. */
export interface AnswerState {
  /** Decides about the headers. */
  kind?: AnswerKind;
  /** The nonce of a policy that has one. */
  styleNonce?: string;
}

/** A middleware that says of which kind the answers of its routes are. */
export const answersOf =
  (kind: AnswerKind): Middleware<AnswerState> =>
  (ctx, next) => {
    ctx.state.kind = kind;
    return next();
  };

/** Sets the headers of every answer, after everything else. */
export function answerHeaders(config: Pick<Config, 'baseUrl'>): Middleware<AnswerState> {
  const table = headerTable(config);
  return async (ctx, next) => {
    await next();
    const { success, error } = table[ctx.state.kind ?? 'error'];
    const failed = ctx.status >= 400;
    const kept = failed ? '' : ctx.response.get('Cache-Control');
    ctx.set(failed ? error : success);
    if (kept) ctx.set('Cache-Control', kept);
    const { styleNonce } = ctx.state;
    if (styleNonce) ctx.set(POLICY, ctx.response.get(POLICY).replace(NONCE, styleNonce));
  };
}
