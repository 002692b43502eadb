import { createRequire } from 'node:module';
import { correct, undisguise } from './userAgentCorrections.ts';
import { believable, deviceByHints } from './userAgentHints.ts';

/** The part of node-device-detector's result that is used here; absent where it found nothing. */
export interface Detection {
  client: { name?: string; type?: string };
  os: { name?: string; family?: string };
  device: { type?: string };
}

/**
 * User-Agent Client Hints as request headers with names in lower case, so that a request's own headers can be passed; others
 * are ignored.
 */
export type ClientHints = Readonly<Record<string, string | string[] | undefined>>;

type ParsedHints = Record<string, unknown> & { device?: { model?: string } };

/** The package's own declarations have no default export that fits its CommonJS form. */
interface Detector {
  detect(userAgent: string, hints: ParsedHints): Detection;
  parseOs(userAgent: string, hints: ParsedHints): Detection['os'];
  parseClient(userAgent: string, hints: ParsedHints): Detection['client'];
  parseDeviceType(
    userAgent: string,
    os: Detection['os'],
    client: Detection['client'],
    device: Detection['device'],
    hints: ParsedHints,
  ): Detection['device'];
}

interface Loaded {
  detector: Detector;
  hintParser: { parse(headers: ClientHints, meta: object): ParsedHints };
}

/**
 * User agents that name no model: looking for one would try the patterns of every maker (7 ms instead of 0.2), and find none.
 * The words after the system must be ordinary ones, or it may be a television or an application that only looks like it.
 */
const PLATFORM =
  'Macintosh; Intel Mac OS X [\\d._]+|Windows NT [\\d.]+(?:; (?:Win64; x64|WOW64|ARM64))?|X11; CrOS \\w+ [\\d.]+' +
  '|X11; (?:(?:Ubuntu|Fedora); )?Linux (?:x86_64|aarch64|i686)|Android [\\d.]+; (?:Mobile|Tablet)|Linux; Android 10; K' +
  '|(?<apple>iPhone|iPad); (?:U; )?CPU (?:iPhone )?OS [\\d_]+ like Mac OS X';
const WORDS =
  '(?:AppleWebKit|Chrome|Safari|Firefox|Gecko|Version|Mobile|Edg|EdgA|EdgiOS|OPR|OPT|CriOS|FxiOS|GSA|SamsungBrowser|Vivaldi|Ddg' +
  '|DuckDuckGo)';
const PLAIN = new RegExp(
  `^Mozilla/5\\.0 \\((?:${PLATFORM})(?:; rv:[\\d.]+)?\\)(?: ${WORDS}/[\\w.]+| Mobile(?= Safari)| \\(KHTML, like Gecko\\))+$`,
);

let loaded: Loaded | null = null;

function load(): Loaded {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const Constructor = require('node-device-detector');
  const HintParser = require('node-device-detector/client-hints');
  const detector: Detector = new Constructor({ clientIndexes: true, deviceIndexes: true, osIndexes: true });
  loaded = { detector, hintParser: new HintParser() };
  return loaded;
}

function ask(userAgent: string, hints: ClientHints | null): Detection {
  const { detector, hintParser } = load();
  const parsed = hints === null ? {} : hintParser.parse(hints, {});
  const plain = parsed.device?.model ? null : PLAIN.exec(userAgent);
  if (plain === null) return detector.detect(userAgent, parsed);
  const os = detector.parseOs(userAgent, parsed);
  const client = detector.parseClient(userAgent, parsed);
  const apple = plain.groups?.apple;
  const model = apple === undefined ? '' : apple === 'iPad' ? 'tablet' : 'smartphone';
  return { os, client, device: detector.parseDeviceType(userAgent, os, client, { type: model }, parsed) };
}

/**
 * Asks node-device-detector, which it loads at the first call (some 150 ms), and mends what it is known to get wrong.
 *
 * @param userAgent not longer than what is worth looking at: the time grows with the length (15 ms at 500 characters).
 * @param hints null if there are none.
 * @throws whatever the package throws at input that it did not expect.
 */
export function detect(userAgent: string, hints: ClientHints | null): Detection {
  const agent = undisguise(userAgent);
  const believed = believable(agent, hints);
  const found = correct(ask(agent, believed), agent);
  const type = believed === null ? undefined : deviceByHints(found, believed);
  return type === undefined ? found : { ...found, device: { type } };
}
