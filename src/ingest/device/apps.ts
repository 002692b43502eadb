import { createRequire } from 'node:module';

/** Applications that node-device-detector does not list, by the name of their Android package. */
const MORE_APPS: Readonly<Record<string, string>> = {
  'com.discord': 'Discord',
  'com.facebook.lite': 'Facebook Lite',
  'com.instagram.lite': 'Instagram',
  'com.linkedin.android': 'LinkedIn',
  'com.pinterest': 'Pinterest',
  'com.Slack': 'Slack',
  'com.ss.android.ugc.aweme': 'Douyin',
  'com.ss.android.ugc.trill': 'TikTok',
  'com.whatsapp': 'WhatsApp',
  'com.zhiliaoapp.musically': 'TikTok',
  'com.zing.zalo': 'Zalo',
  'xyz.blueskyweb.app': 'Bluesky',
};

let apps: ReadonlyMap<string, string> | null = null;

function load(): ReadonlyMap<string, string> {
  const require = createRequire(import.meta.url);
  return new Map(
    ['browsers', 'apps']
      .map((kind): Record<string, string> => require(`node-device-detector/regexes/client/hints/${kind}`))
      .concat(MORE_APPS)
      .flatMap((names) => Object.entries(names)),
  );
}

/**
 * Returns the name of an Android application, as the detector spells it.
 *
 * @param packageName as WebViews send it in `X-Requested-With`; the header may contain any text.
 * @returns undefined if the package is not on the list.
 */
export function knownApp(packageName: string): string | undefined {
  apps ??= load();
  return apps.get(packageName);
}
