import { LRUCache } from 'lru-cache';
import { knownApp } from './apps.ts';
import { detect } from './detector.ts';
import { type Client, toFamilies } from './families.ts';
import { APP_HEADER, type ClientHints } from './hints.ts';

export type { Client, ClientHints };

export interface UserAgentParserOptions {
  /** The number of user agents whose results are cached, about 0.5 KB each. Default 5,000. */
  cacheSize?: number;
}

export type UserAgentParser = (userAgent: string, hints?: ClientHints) => Client;

const MAX_USER_AGENT = 500;
const MAX_HINT = 200;
const UNKNOWN: Client = Object.freeze({ browser: '', os: '', device: '' });

/** The hints that identify browser, system or device. Versions alone do not. */
export const HINT_HEADERS = [
  'sec-ch-ua',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-model',
  'sec-ch-ua-form-factors',
] as const;

/**
 * Returns the Client Hints among a request's headers, and the application in `X-Requested-With` if it is
 * known; null if there are none.
 */
export function pickHints(headers: ClientHints | undefined): Record<string, string> | null {
  let picked: Record<string, string> | null = null;
  for (const name of HINT_HEADERS) {
    const value = headers?.[name];
    if (!value) continue;
    picked ??= {};
    picked[name] = String(value).slice(0, MAX_HINT);
  }
  const app = headers?.[APP_HEADER];
  return typeof app === 'string' && knownApp(app) !== undefined ? { ...picked, [APP_HEADER]: app } : picked;
}

/**
 * Creates a function that returns browser, system and device. Creating it is cheap. The detector is loaded by
 * the first call, or by {@link warmUp}.
 *
 * The function takes a User-Agent and optionally headers with Client Hints; all headers of a request may be
 * passed. It returns families without versions, '' if unknown. A cached user agent takes about 1 µs, others
 * about 0.2 ms. It never throws.
 */
export function createUserAgentParser({ cacheSize = 5_000 }: UserAgentParserOptions = {}): UserAgentParser {
  const cache = new LRUCache<string, Client>({ max: cacheSize });

  const parse = (userAgent: string, hints: Record<string, string> | null): Client => {
    try {
      return toFamilies(detect(userAgent, hints));
    } catch {
      // A defect of the package must not stop a batch of hits.
      return UNKNOWN;
    }
  };

  return (userAgent, headers) => {
    const agent = userAgent.slice(0, MAX_USER_AGENT);
    const hints = pickHints(headers);
    if (agent.trim() === '' && hints === null) return UNKNOWN;
    const key = hints === null ? agent : `${agent}\n${JSON.stringify(hints)}`;
    let client = cache.get(key);
    if (client === undefined) {
      client = parse(agent, hints);
      cache.set(key, client);
    }
    return client;
  };
}

/** Systems of most visitors. The models load the patterns of makers that share words with others. */
const COMMON_SYSTEMS = [
  ...['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'],
  ...['iPhone; CPU iPhone OS 18_6 like Mac OS X', 'iPad; CPU OS 17_4 like Mac OS X', 'Linux; Android 10; K'],
  ...[
    'SM-S911B',
    'Pixel 8 Build/UQ1A',
    '2201117TG',
    'M2101K6G Build/SKQ1',
    'CPH2399',
    'RMX3085',
    'V2111',
  ].map((model) => `Linux; Android 14; ${model}`),
  ...[
    'ELE-L29 Build/HUAWEIELE-L29',
    'HONOR X9',
    'moto g power',
    'Nokia 5.3',
    'TECNO KG5k',
    'Lenovo TB-X606F',
  ].map((model) => `Linux; U; Android 10; ${model}`),
];

/**
 * Loads the detector and compiles the patterns of common user agents, so that few hits wait for that. Takes
 * about 0.5 s.
 */
export function warmUp(): void {
  const words = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
  for (const system of COMMON_SYSTEMS) detect(`Mozilla/5.0 (${system}) ${words}`, null);
}
