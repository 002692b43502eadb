/**
 * Browsers and operating systems with an icon, `/brands/….svg` (scripts/build-web.ts), and the icon's name in
 * simple-icons.
 */
export const BRANDS: Readonly<Record<string, string>> = {
  Android: 'android',
  'Android Browser': 'android',
  'Apple TV': 'apple',
  Brave: 'brave',
  Chrome: 'googlechrome',
  'Chrome OS': 'googlechrome',
  'Chrome Webview': 'googlechrome',
  Chromium: 'googlechrome',
  DuckDuckGo: 'duckduckgo',
  Facebook: 'facebook',
  Firefox: 'firefoxbrowser',
  'Google Search App': 'google',
  HarmonyOS: 'harmonyos',
  Instagram: 'instagram',
  Linux: 'linux',
  'MIUI Browser': 'xiaomi',
  'Mi Browser': 'xiaomi',
  Opera: 'opera',
  'Opera Mini': 'opera',
  Safari: 'safari',
  'Tor Browser': 'torbrowser',
  Ubuntu: 'ubuntu',
  Vivaldi: 'vivaldi',
  iOS: 'apple',
  macOS: 'apple',
  tvOS: 'apple',
  watchOS: 'apple',
};
