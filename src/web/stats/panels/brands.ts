/**
 * Browsers, systems and sources with an icon, `/brands/….svg` (scripts/brands.ts). Each entry is a key, as
 * {@link keyOf} makes it of a name, and the icon if it has another name. One text, because it is part of the
 * first view.
 */
const LIST =
  // Browsers, and applications that show pages
  'android androidbrowser=android brave chrome=googlechrome chromewebview=googlechrome ' +
  'chromium=googlechrome duckduckgo duckduckgoprivacybrowser=duckduckgo edge firefox=firefoxbrowser ' +
  'firefoxfocus=firefoxbrowser floorp googlesearchapp=google huaweibrowser=huawei ' +
  'internetexplorer=microsoft librewolf mibrowser=xiaomi miuibrowser=xiaomi opera operagx=opera ' +
  'operamini=opera operatouch=opera safari torbrowser ' +
  'vivaldi zenbrowser facebooklite=facebook ' +
  // Operating systems
  'appletv=apple archlinux chromeos=googlechrome debian fedora fireos=amazon freebsd grapheneos ' +
  'harmonyos ios=apple ipados=apple kaios lineageos linux macos=apple netbsd nintendo ' +
  'nintendoswitch=nintendo openbsd playstation rokuos=roku sailfishos tvos=apple ubuntu ' +
  'visionos=apple watchos=apple webos=lg windows xbox ' +
  // AI assistants
  'chatgpt=openai claude copilot=microsoft deepseek doubao=bytedance duckai=duckduckgo ' +
  'gemini=googlegemini kimi lechat=mistralai lumo=proton metaai=meta mistral=mistralai notebooklm ' +
  'openai perplexity poe qwen ' +
  // Search engines
  'baidu bing bravesearch=brave ddg=duckduckgo ecosia google googleads googlenews ' +
  'googleshopping=google kagi mojeek naver qwant sogou startpage swisscows ' +
  // Networks
  'bluesky bsky=bluesky devto=devdotto digg discord facebook fb=facebook flipboard github ' +
  'githubcom=github gitlab hackernews=ycombinator ig=instagram instagram kakaotalk lemmy line ' +
  'linkedin lobsters mastodon medium messenger=facebook nextdoor odnoklassniki pinterest producthunt ' +
  'quora reddit slack snapchat stackexchange stackoverflow substack telegram threads tiktok tumblr ' +
  'twitter=x vk vkontakte=vk wechat weibo=sinaweibo whatsapp wikipedia x xtwitter=x xiaohongshu xing ' +
  'zhihu ' +
  // Video and shopping sites, mail services, others
  'bilibili dailymotion kick netflix niconico odysee rumble ted twitch vimeo wistia youtube ' +
  'yt=youtube alibaba=alibabadotcom aliexpress allegro amazon amazonwebservices=amazon ebay etsy otto ' +
  'rakutenichiba=rakuten shopee shopify taobao zalando gmail gmx icloudmail=icloud mailchimp ' +
  'mailru=maildotru microsoft microsoftteams outlookcom=microsoft protonmail tuta qqmail=qq steam spotify ' +
  'soundcloud feedly';

/** The icon of each key. */
export const BRANDS: ReadonlyMap<string, string> = new Map(
  LIST.split(' ').map((entry) => {
    const [key = '', icon = key] = entry.split('=');
    return [key, icon];
  }),
);

/** The letters and digits of a name in lower case: `Hacker News` and `hackernews` are the same. */
const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The icon of a browser, a system or a source by its name; undefined if it has none. */
export const brandOf = (name: string): string | undefined => BRANDS.get(keyOf(name));

/** Kinds of devices with an icon of their own, `/brands/device-….svg`. */
export const DEVICES: readonly string[] = [
  ...['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'car', 'camera'],
  ...['smart display', 'smart speaker'],
];

/** The last part of the name of an icon: `Organic Search` → `organic-search`. */
export const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');
