import type { ReactNode } from 'react';
import {
  siAndroid,
  siApple,
  siBrave,
  siDuckduckgo,
  siFacebook,
  siFirefoxbrowser,
  siGoogle,
  siGooglechrome,
  siHarmonyos,
  siInstagram,
  siLinux,
  siOpera,
  siSafari,
  siTorbrowser,
  siVivaldi,
  siXiaomi,
} from 'simple-icons';

const BRANDS: Record<string, { path: string }> = {
  Android: siAndroid,
  'Android Browser': siAndroid,
  'Apple TV': siApple,
  tvOS: siApple,
  watchOS: siApple,
  Brave: siBrave,
  Chrome: siGooglechrome,
  'Chrome OS': siGooglechrome,
  Chromium: siGooglechrome,
  'Chrome Webview': siGooglechrome,
  DuckDuckGo: siDuckduckgo,
  Facebook: siFacebook,
  Firefox: siFirefoxbrowser,
  'Google Search App': siGoogle,
  HarmonyOS: siHarmonyos,
  Instagram: siInstagram,
  iOS: siApple,
  Linux: siLinux,
  macOS: siApple,
  'MIUI Browser': siXiaomi,
  'Mi Browser': siXiaomi,
  Opera: siOpera,
  'Opera Mini': siOpera,
  Safari: siSafari,
  'Tor Browser': siTorbrowser,
  Vivaldi: siVivaldi,
};

/** The brand of a browser or a system in the colour of the text; its children where it has none. */
export default function BrandIcon({ name, children }: { name: string; children: ReactNode }) {
  const brand = BRANDS[name];
  if (!brand) return children;
  return (
    <svg className="bar-row-icon" viewBox="-2 -2 28 28" aria-hidden="true">
      <path d={brand.path} fill="currentColor" />
    </svg>
  );
}
