import type { ServerResponse } from 'node:http';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Config } from '../config.ts';

/**
 * The policy of responses that are not documents. If a browser opens one as a document, it cannot load, run
 * or frame anything, nor be framed.
 */
const NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'";

/** The policy of pages: they load only files of this server, and nothing inline. */
const pagePolicy = (ancestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** Placeholder for the nonce, which is generated for each response. */
const NONCE = 'NONCE';

/**
 * GraphiQL's editor positions its lines with style attributes. It writes its colours into style elements, to
 * which src/web/graphiql adds the nonce. Its stylesheet embeds a font and images as `data:` URLs. Its workers
 * are files of this server.
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
  // Linked websites do not learn the address of the page on which their statistics are read.
  'Referrer-Policy': 'same-origin',
};

const DATA = {
  'Content-Security-Policy': NO_DOCUMENT,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of responses to requests from pages of any website. */
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Footfall-Dropped, X-Footfall-Ignored, Retry-After',
  // Pages with COEP (cross-origin isolation) can still load the tracker and the pixel.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Headers of the files of pages, which are the same for everyone. In a frame with `sandbox="allow-scripts"`,
 * a page has an origin of its own, and its files are those of another one.
 */
const ANY_PAGE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * The headers of every response, by its kind. `Cache-Control` is a default: a route of cacheable responses
 * sets its own, which is used unless the response is an error.
 */
const HEADERS = {
  /** A page that uses GraphQL: the account area or a statistics page. */
  page: { ...DOCUMENT, 'Content-Security-Policy': pagePolicy("'none'") },
  /** A statistics page, public or of a shared link, that any website may show in an iframe. */
  embedded: {
    ...DOCUMENT,
    'Content-Security-Policy': pagePolicy('*'),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A page with COEP can frame only documents with COEP. This one loads only files of its own origin.
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
  /** A page of the account area whose address has a token. No request may pass it on. */
  link: { ...DOCUMENT, 'Content-Security-Policy': pagePolicy("'none'"), 'Referrer-Policy': 'no-referrer' },
  graphiql: { ...DOCUMENT, 'Content-Security-Policy': GRAPHIQL_POLICY },
  /** JSON and files of the REST API, and exports of the account area. */
  api: DATA,
  /** JSON of GraphQL. Any origin may send requests with its own API key, but never with cookies. */
  graphql: { ...DATA, 'Access-Control-Allow-Origin': '*' },
  /** The tracker, and the script of websites that embed a statistics page. */
  script: { ...ANY_ORIGIN, 'Content-Security-Policy': NO_DOCUMENT },
  /** The response to a hit, which only a program reads. */
  hit: { ...ANY_ORIGIN, 'Content-Security-Policy': NO_DOCUMENT },
  pixel: { ...ANY_ORIGIN, 'Content-Security-Policy': NO_DOCUMENT, 'Cache-Control': 'no-store' },
  /**
   * A script or stylesheet of a page. A worker gets the policy of its own script, so it cannot load anything.
   */
  asset: { ...ANY_PAGE, 'Content-Security-Policy': NO_DOCUMENT },
  /**
   * An image of a page. An SVG that is opened by itself is a document; this policy gives it no scripts and an
   * origin of its own.
   */
  picture: {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    ...ANY_PAGE,
  },
  /** For operators and crawlers: health, metrics, security.txt. */
  operator: DATA,
  /** Requests without a route, and errors of routes that set no kind. */
  error: DATA,
} satisfies Record<string, Record<string, string>>;

export type AnswerKind = keyof typeof HEADERS;

const isFile = (kind: string) => kind === 'asset' || kind === 'picture';

const POLICY = 'Content-Security-Policy';

/** One year. Excludes subdomains, which may be other services of the operator. */
const HSTS = 'max-age=31536000';

type Headers = Record<string, string>;

/**
 * Returns the headers of each kind of response for a configuration, for successful responses and for errors.
 */
export function headerTable({
  baseUrl,
}: Pick<Config, 'baseUrl'>): Record<AnswerKind, { success: Headers; error: Headers }> {
  const tls = baseUrl.startsWith('https:');
  const complete = (headers: Headers): Headers => {
    const { 'Cross-Origin-Opener-Policy': opener, ...rest } = headers;
    return {
      'X-Content-Type-Options': 'nosniff',
      ...(tls && { 'Strict-Transport-Security': HSTS }),
      // Without TLS, browsers ignore it and log a warning in the console.
      ...(tls && opener && { 'Cross-Origin-Opener-Policy': opener }),
      ...rest,
    };
  };
  const entries = Object.entries<Headers>(HEADERS).map(([kind, headers]) => [
    kind,
    {
      success: complete(headers),
      // A missing file of a page is an error as any other.
      error: complete({ ...(isFile(kind) ? HEADERS.error : headers), 'Cache-Control': 'no-store' }),
    },
  ]);
  return Object.fromEntries(entries);
}

/** State that middlewares set for `answerHeaders`. */
export interface AnswerState {
  /** Determines the headers. */
  kind?: AnswerKind;
  /** The nonce, for a policy that contains one. */
  styleNonce?: string;
}

/** Returns names and values in turn, as Node writes them at once. */
export const inTurn = (headers: Headers): string[] => Object.entries(headers).flat();

/** Creates a middleware that sets the kind of its routes' responses. */
export const answersOf =
  (kind: AnswerKind): Middleware<AnswerState> =>
  (ctx, next) => {
    ctx.state.kind = kind;
    return next();
  };

/** Sets headers on Node's response, because Koa's `set` takes longer and this runs for every response. */
function setHeaders(response: ServerResponse, headers: Headers): void {
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
}

/** Returns a function that sets the headers of a response which is complete otherwise. */
export function headerSetter(
  config: Pick<Config, 'baseUrl'>,
): (ctx: ParameterizedContext<AnswerState>) => void {
  const table = headerTable(config);
  return (ctx) => {
    const { success, error } = table[ctx.state.kind ?? 'error'];
    const failed = ctx.status >= 400;
    const kept = failed ? '' : ctx.response.get('Cache-Control');
    setHeaders(ctx.res, failed ? error : success);
    if (kept) ctx.set('Cache-Control', kept);
    const { styleNonce } = ctx.state;
    if (styleNonce) ctx.set(POLICY, ctx.response.get(POLICY).replace(NONCE, styleNonce));
  };
}

/** Sets the headers of every response, after all later middlewares. */
export function answerHeaders(complete: ReturnType<typeof headerSetter>): Middleware<AnswerState> {
  return async (ctx, next) => {
    await next();
    complete(ctx);
  };
}
