import type { Client } from './userAgentFamilies.ts';

type Rules = readonly (readonly [string, RegExp])[];

/** In order: browsers that imitate another come before it. */
const BROWSERS: Rules = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOP[RT]\//],
  ['Samsung Browser', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
  ['Internet Explorer', /\b(?:MSIE |Trident\/)/],
];
const SYSTEMS: Rules = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMacintosh\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];
const DEVICES: Rules = [
  ['tv', /\b(?:Smart-?TV|BRAVIA|Android TV|AFT\w+)\b/i],
  ['tablet', /\b(?:iPad|Tablet)\b/],
  ['mobile', /\bMobile\b/],
  ['tablet', /\bAndroid\b/],
  ['desktop', /\b(?:Windows NT|Macintosh|CrOS|X11)\b/],
];

function first(rules: Rules, userAgent: string): string {
  return rules.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
}

/**
 * A rough answer in a few µs, for when the real parser must not be asked: right for the usual browsers, '' for the others.
 *
 * @param userAgent of bounded length.
 */
export function guessClient(userAgent: string): Client {
  return {
    browser: first(BROWSERS, userAgent),
    os: first(SYSTEMS, userAgent),
    device: first(DEVICES, userAgent),
  };
}
