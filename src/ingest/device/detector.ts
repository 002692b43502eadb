import { createRequire } from 'node:module';
import { correct, undisguise } from './corrections.ts';
import { appByHints, believable, type ClientHints, type Detection, deviceByHints } from './hints.ts';
import {
  type BrandParser,
  narrowBrands,
  narrowList,
  narrowMakers,
  type ParsedHints,
  type RuleParser,
} from './parsers.ts';

/**
 * The interface of node-device-detector as used here. The package's own declarations have no default export
 * that matches its CommonJS form, and they lack the lists of parsers.
 */
interface Detector {
  clientParserList: Readonly<Record<string, RuleParser> & { Browser: BrandParser }>;
  osParserList: Readonly<Record<string, RuleParser & { parsePlatform(userAgent: string): string }>>;
  deviceParserList: Readonly<Record<string, RuleParser>>;
  vendorParserList: Readonly<Record<string, { parse(userAgent: string): null }>>;
  detect(userAgent: string, hints: ParsedHints): Detection;
}

interface Loaded {
  detector: Detector;
  hintParser: { parse(headers: ClientHints, meta: object): ParsedHints };
}

let loaded: Loaded | null = null;

/**
 * Loads the detector at the first call. The package's own indexes stay off: they know only common user
 * agents, change some results, and still search all patterns for the others.
 */
function load(): Loaded {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const Constructor = require('node-device-detector');
  const HintParser = require('node-device-detector/client-hints');
  const detector: Detector = new Constructor();
  for (const parser of Object.values(detector.clientParserList)) narrowList(parser);
  narrowBrands(detector.clientParserList.Browser);
  for (const parser of Object.values(detector.deviceParserList)) narrowMakers(parser);
  for (const parser of Object.values(detector.osParserList)) {
    narrowList(parser);
    // No statistic counts processors, and these patterns are slow on long user agents.
    parser.parsePlatform = () => '';
  }
  // Vendor parsers only determine makers, which no statistic counts either.
  for (const parser of Object.values(detector.vendorParserList)) parser.parse = () => null;
  loaded = { detector, hintParser: new HintParser() };
  return loaded;
}

function ask(userAgent: string, hints: ClientHints | null): Detection {
  const { detector, hintParser } = load();
  return detector.detect(userAgent, hints === null ? {} : hintParser.parse(hints, {}));
}

/**
 * Calls node-device-detector and corrects its known errors. The first call loads the package (about 0.4 s).
 *
 * @param userAgent of limited length: the time grows with it (docs/performance.md).
 * @param hints null if there are none.
 * @throws any error that the package throws for unexpected input.
 */
export function detect(userAgent: string, hints: ClientHints | null): Detection {
  const agent = undisguise(userAgent);
  const believed = believable(agent, hints);
  const found = correct(ask(agent, believed), agent);
  const type = believed === null ? undefined : deviceByHints(found, believed);
  const app = believed === null ? undefined : appByHints(hints);
  return {
    client: app === undefined ? found.client : { name: app, type: 'mobile app' },
    os: found.os,
    device: type === undefined ? found.device : { type },
  };
}
