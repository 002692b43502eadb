/** The paths that pages of other websites load the tracker from and send hits to. */
export interface TrackerPaths {
  script: string;
  event: string;
  pixel: string;
  /** The second script, which the script loads. */
  more: string;
}

/**
 * The paths in snippets unless TRACKER_PATHS sets others. EasyPrivacy blocks `/pixel.gif`, but not
 * `/picture.gif`.
 */
export const STANDARD_PATHS: TrackerPaths = {
  script: '/script.js',
  event: '/api/event',
  pixel: '/picture.gif',
  more: '/more.js',
};

/** Paths that work in addition to those of TRACKER_PATHS, so that snippets already on pages keep working. */
const ALWAYS: { [Kind in keyof TrackerPaths]: string[] } = {
  script: [STANDARD_PATHS.script],
  event: [STANDARD_PATHS.event],
  pixel: [STANDARD_PATHS.pixel, '/pixel.gif'],
  more: [STANDARD_PATHS.more],
};

/**
 * First segments of paths that Footfall itself uses, or that browsers and crawlers request from every server.
 */
export const RESERVED_SEGMENTS = [
  '.well-known',
  'account',
  'api',
  'assets',
  'brands',
  'confirm-email',
  'embed.js',
  'exports',
  'favicon.ico',
  'flags',
  'forgot',
  'graphiql',
  'graphql',
  'healthz',
  'icons',
  'join',
  'login',
  'login-link',
  'metrics',
  'oidc',
  'readyz',
  'reset',
  'robots.txt',
  's',
  'setup',
  'unsubscribe',
  'websites',
];

const KINDS = ['script', 'event', 'pixel', 'more'] as const;

const SEGMENTS = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const MAX_LENGTH = 100;

/**
 * Parses TRACKER_PATHS: the paths of the script, of events, of the pixel and of the second script, separated
 * by commas. Without a fourth path, the second script is `more.js` in the folder of the script: a proxy that
 * forwards this folder of a website forwards it, too.
 * @returns the paths; null if a path is malformed, is used twice, or belongs to Footfall's own pages and
 *   APIs.
 */
export function parseTrackerPaths(text: string): TrackerPaths | null {
  const given = text.split(',').map((part) => part.trim());
  const [script, event, pixel, more = script?.replace(/[^/]*$/, 'more.js')] = given;
  if (!script || !event || !pixel || !more || given.length > KINDS.length) return null;
  const paths = { script, event, pixel, more };
  const isFree = (kind: (typeof KINDS)[number]) => {
    const path = paths[kind];
    if (ALWAYS[kind].includes(path)) return true;
    const taken = KINDS.some((other) => other !== kind && [paths[other], ...ALWAYS[other]].includes(path));
    const reserved = RESERVED_SEGMENTS.includes(path.split('/')[1] ?? '');
    return SEGMENTS.test(path) && path.length <= MAX_LENGTH && !taken && !reserved;
  };
  return KINDS.every(isFree) ? paths : null;
}

/** Returns all paths of one kind that the server answers. */
export function pathsOf(kind: keyof TrackerPaths, configured: TrackerPaths): string[] {
  return [...new Set([configured[kind], ...ALWAYS[kind]])];
}

/**
 * Stands for the address of the server in the tracker's code. Left as it is, it is a relative URL, with which
 * the script sends to where it was loaded from.
 */
const BASE_URL = 'BASE_URL';

/**
 * Replaces the standard paths in the tracker's code by the configured ones, and its placeholder by the
 * address of the server.
 * @param server the origin that also copies of the script send to, such as `https://stats.example.com`; null
 *   for the one that the script is loaded from.
 */
export function fillInAddress(script: string, { event, more }: TrackerPaths, server: string | null): string {
  return script
    .replaceAll(STANDARD_PATHS.event, event)
    .replaceAll(STANDARD_PATHS.more, more)
    .replaceAll(BASE_URL, server ?? BASE_URL);
}
