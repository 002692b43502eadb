import { LRUCache } from 'lru-cache';
import { type ClientHints, detect } from './userAgentDetector.ts';
import { type Client, toFamilies } from './userAgentFamilies.ts';
import { guessClient } from './userAgentGuess.ts';

export type { Client, ClientHints };

export interface UserAgentParserOptions {
  /** How many different user agents are remembered (about 0.5 KB each). Default 5,000. */
  cacheSize?: number;
  /**
   * The share of one processor that parsing may take, 0 to 1; past it, answers are guessed and not remembered. Default 0.05.
   * Infinity always parses: for measuring accuracy.
   */
  share?: number;
  /** Milliseconds that pass evenly; for tests. Default `performance.now`. */
  now?: () => number;
}

export type UserAgentParser = (userAgent: string, hints?: ClientHints) => Client;

const MAX_USER_AGENT = 500;
const MAX_HINT = 200;
/** How far the share may be saved up, in ms: a burst, not a stall. */
const SAVINGS = 500;
/** How far it may be overdrawn: a few looks for an unheard-of model, which compile every pattern. */
const MOST_DEBT = 2_000;
const UNKNOWN: Client = Object.freeze({ browser: '', os: '', device: '' });

/** The hints that say something about browser, system or device; versions alone do not. */
export const HINT_HEADERS = [
  'sec-ch-ua',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-model',
  'sec-ch-ua-form-factors',
] as const;

/** The Client Hints among a request's headers; null if there are none. */
export function pickHints(headers: ClientHints | undefined): Record<string, string> | null {
  let picked: Record<string, string> | null = null;
  for (const name of HINT_HEADERS) {
    const value = headers?.[name];
    if (!value) continue;
    picked ??= {};
    picked[name] = String(value).slice(0, MAX_HINT);
  }
  return picked;
}

/**
 * Makes a function that tells browser, system and device. Making it costs nothing; the first answer, or {@link warmUp},
 * loads the detector.
 *
 * The function takes a User-Agent and, where the browser sent them, Client Hints (the request's headers do), and gives
 * families without versions, '' where unknown. Known user agents take about 1 µs, new ones 0.2 to 15 ms of the event loop; a flood
 * of new ones is answered by a guess once the share of time is used up. It never throws.
 */
export function createUserAgentParser(options: UserAgentParserOptions = {}): UserAgentParser {
  const { cacheSize = 5_000, share = 0.05, now = () => performance.now() } = options;
  const cache = new LRUCache<string, Client>({ max: cacheSize });
  const limited = Number.isFinite(share);
  let savings = SAVINGS;
  let last = now();

  const parse = (key: string, userAgent: string, hints: Record<string, string> | null): Client => {
    const start = now();
    if (limited) savings = Math.min(SAVINGS, savings + (start - last) * share);
    last = start;
    if (savings <= 0) return guessClient(userAgent);
    let client: Client;
    try {
      client = toFamilies(detect(userAgent, hints));
    } catch {
      client = guessClient(userAgent);
    }
    // The debt is bounded too: a pause of the whole process is not the parser's doing.
    if (limited) savings = Math.max(-MOST_DEBT, savings - (now() - start));
    cache.set(key, client);
    return client;
  };

  return (userAgent, headers) => {
    const agent = userAgent.slice(0, MAX_USER_AGENT);
    const hints = pickHints(headers);
    if (agent.trim() === '' && hints === null) return UNKNOWN;
    const key = hints === null ? agent : `${agent}\n${JSON.stringify(hints)}`;
    return cache.get(key) ?? parse(key, agent, hints);
  };
}

/**
 * Loads the detector and runs it over the commonest kinds of user agents, so that few hits wait for it: a quarter of a second. An
 * unheard-of model is left for when it comes: it has every pattern compiled (half a second and 40 MB, until V8 drops them).
 */
export function warmUp(): void {
  const words = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
  for (const system of ['Windows NT 10.0; Win64; x64', 'Linux; Android 10; K']) {
    detect(`Mozilla/5.0 (${system}) ${words}`, null);
  }
}
