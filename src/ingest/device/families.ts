import { DEVICES } from '../../engine/registry/knownValues.ts';
import type { Detection } from './hints.ts';

export { DEVICES };

/** The values of the statistics `browser`, `os` and `device`; '' if unknown. */
export interface Client {
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

/**
 * Maximum length of a name. It fits every real name; some names are words of the User-Agent and may be any
 * text.
 */
const MAX_NAME = 60;

/** Editions of a browser that have names of their own. */
const BROWSERS: Readonly<Record<string, string>> = {
  'Chrome Frame': 'Chrome',
  'Headless Chrome': 'Chrome',
  'Mobile Safari': 'Safari',
  'Safari Technology Preview': 'Safari',
  Fennec: 'Firefox',
  'Firefox Focus': 'Firefox',
  'Firefox Klar': 'Firefox',
  'Firefox Reality': 'Firefox',
  'Firefox Rocket': 'Firefox',
  'Microsoft Edge': 'Edge',
  'Edge WebView': 'Edge',
  'Headless Edge': 'Edge',
  'IE Mobile': 'Internet Explorer',
  'Pocket Internet Explorer': 'Internet Explorer',
  'Opera Air': 'Opera',
  'Opera Crypto': 'Opera',
  'Opera Devices': 'Opera',
  'Opera GX': 'Opera',
  'Opera Neon': 'Opera',
  'Opera Next': 'Opera',
  'Opera Touch': 'Opera',
  'UC Browser Mini': 'UC Browser',
  'QQ Browser Mini': 'QQ Browser',
  'DuckDuckGo Privacy Browser': 'DuckDuckGo',
  Google: 'Google Search App',
  'Mobile Silk': 'Silk',
};

/**
 * Systems that are better known by another name, or that count separately although the detector assigns them
 * to a larger family.
 */
const SYSTEMS: Readonly<Record<string, string>> = {
  Mac: 'macOS',
  iPadOS: 'iOS',
  'Windows IoT': 'Windows',
  'Windows RT': 'Windows',
  HarmonyOS: 'HarmonyOS',
  'HarmonyOS NEXT': 'HarmonyOS',
  'Wear OS': 'Wear OS',
  Fuchsia: 'Fuchsia',
  KoboOS: 'KoboOS',
  'Roku OS': 'Roku OS',
  'Sailfish OS': 'Sailfish OS',
  'TiVo OS': 'TiVo OS',
  'Symbian OS Series 40': 'Series 40',
  VIDAA: 'VIDAA',
  ViziOS: 'ViziOS',
};

/**
 * Families that count as one system. Members of other families keep their names (PlayStation, KaiOS,
 * FreeBSD).
 */
const SYSTEM_FAMILIES: Readonly<Record<string, string>> = {
  Android: 'Android',
  'GNU/Linux': 'Linux',
  'Chrome OS': 'Chrome OS',
  BlackBerry: 'BlackBerry OS',
  Symbian: 'Symbian',
};

const DEVICE_TYPES: Readonly<Record<string, string>> = {
  smartphone: 'mobile',
  phablet: 'mobile',
  'feature phone': 'mobile',
  'car browser': 'car',
};

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function browserFamily(name: string, type: string): string {
  const known = lookUp(BROWSERS, name);
  if (known !== undefined) return known;
  if (type !== 'browser') return name;
  // Editions of one browser for other systems. "Mini" is not one: Opera Mini and others work differently.
  return name.replace(/ (?:Mobile|iOS|Webview|Lite|HD|Turbo|Corp)(?: iOS)?$/i, '');
}

/**
 * Returns the name of a device type. A type that a later version of the detector adds is unknown until it is
 * documented.
 */
function deviceName(type: string): string {
  const name = lookUp(DEVICE_TYPES, type) ?? type;
  return DEVICES.includes(name) ? name : '';
}

/**
 * Converts the detector's names to families with commonly known names: `Chrome Mobile iOS` → `Chrome`,
 * `Ubuntu` → `Linux`, `phablet` → `mobile`. An application that shows a page (`Instagram`) counts as the
 * browser.
 */
export function toFamilies({ client, os, device }: Detection): Client {
  const system = os.name ?? '';
  return {
    browser: browserFamily(client.name ?? '', client.type ?? '').slice(0, MAX_NAME),
    os: lookUp(SYSTEMS, system) ?? lookUp(SYSTEM_FAMILIES, os.family ?? '') ?? system,
    device: deviceName(device.type ?? ''),
  };
}
