import type { Category } from './categories.ts';

interface WellKnownSource {
  name: string;
  category: Category;
  /** Hosts without `www.` and Android application ids, separated by spaces; subdomains count as well. */
  hosts: string;
  /** What people write into `utm_source` besides the name, separated by spaces, letters and digits only. */
  aliases?: string;
}

/**
 * Hand-written sources, which sources.json lacks or puts into another category: AI assistants, video and
 * shopping sites, newer networks, Android applications. They replace entries of the list with the same host.
 */
export const WELL_KNOWN: readonly WellKnownSource[] = [
  // AI assistants
  {
    name: 'ChatGPT',
    category: 'ai',
    hosts: 'chatgpt.com openai.com chat.openai.com chat.com com.openai.chatgpt',
    aliases: 'openai chatgptcom',
  },
  {
    name: 'Claude',
    category: 'ai',
    hosts: 'claude.ai claude.com anthropic.com com.anthropic.claude',
    aliases: 'anthropic claudeai',
  },
  {
    name: 'Perplexity',
    category: 'ai',
    hosts: 'perplexity.ai perplexity.com pplx.ai ai.perplexity.app.android',
    aliases: 'perplexityai pplx',
  },
  {
    name: 'Gemini',
    category: 'ai',
    hosts: 'gemini.google.com gemini.google bard.google.com aistudio.google.com com.google.android.apps.bard',
    aliases: 'bard googlegemini googlebard',
  },
  {
    name: 'Copilot',
    category: 'ai',
    hosts:
      'copilot.com copilot.microsoft.com copilot.cloud.microsoft m365.cloud.microsoft ' +
      'edgeservices.bing.com com.microsoft.copilot',
    aliases: 'microsoftcopilot mscopilot m365copilot copilotcom bingchat bingcopilot',
  },
  { name: 'Grok', category: 'ai', hosts: 'grok.com x.ai ai.x.grok', aliases: 'xai grokcom' },
  { name: 'DeepSeek', category: 'ai', hosts: 'deepseek.com com.deepseek.chat' },
  { name: 'Meta AI', category: 'ai', hosts: 'meta.ai' },
  { name: 'Le Chat', category: 'ai', hosts: 'mistral.ai chat.mistral.ai', aliases: 'mistral mistralai' },
  { name: 'NotebookLM', category: 'ai', hosts: 'notebooklm.google.com notebooklm.google' },
  { name: 'Duck.ai', category: 'ai', hosts: 'duck.ai' },
  { name: 'Lumo', category: 'ai', hosts: 'lumo.proton.me' },
  { name: 'You.com', category: 'ai', hosts: 'you.com' },
  { name: 'Poe', category: 'ai', hosts: 'poe.com com.poe.android' },
  { name: 'Phind', category: 'ai', hosts: 'phind.com' },
  { name: 'Kimi', category: 'ai', hosts: 'kimi.com kimi.ai kimi.moonshot.cn' },
  {
    name: 'Qwen',
    category: 'ai',
    hosts: 'qwen.ai chat.qwen.ai tongyi.com tongyi.aliyun.com qianwen.com qianwen.aliyun.com',
    aliases: 'tongyi qianwen',
  },
  { name: 'Z.ai', category: 'ai', hosts: 'z.ai chat.z.ai chatglm.cn', aliases: 'chatglm zhipu' },
  { name: 'Ernie Bot', category: 'ai', hosts: 'yiyan.baidu.com ernie.baidu.com', aliases: 'ernie yiyan' },
  { name: 'MiniMax', category: 'ai', hosts: 'agent.minimax.io chat.minimax.io hailuoai.com' },
  { name: 'Manus', category: 'ai', hosts: 'manus.im' },
  { name: 'Genspark', category: 'ai', hosts: 'genspark.ai' },
  { name: 'Pi AI', category: 'ai', hosts: 'pi.ai' },
  { name: 'Character.AI', category: 'ai', hosts: 'character.ai ai.character.app' },
  { name: 'Andi Search', category: 'ai', hosts: 'andisearch.com' },
  { name: 'Komo AI', category: 'ai', hosts: 'komo.ai' },
  { name: 'Liner AI', category: 'ai', hosts: 'liner.com getliner.com' },
  { name: 'Monica AI', category: 'ai', hosts: 'monica.im' },
  { name: 'Venice AI', category: 'ai', hosts: 'venice.ai' },
  { name: 'T3 Chat', category: 'ai', hosts: 't3.chat' },
  { name: 'Consensus AI', category: 'ai', hosts: 'consensus.app' },
  { name: 'Scira', category: 'ai', hosts: 'scira.ai' },
  { name: 'HuggingChat', category: 'ai', hosts: 'chat.huggingface.co' },
  { name: 'Doubao', category: 'ai', hosts: 'doubao.com' },
  { name: 'Yuanbao', category: 'ai', hosts: 'yuanbao.tencent.com' },
  { name: 'iAsk', category: 'ai', hosts: 'iask.ai' },
  { name: 'Felo', category: 'ai', hosts: 'felo.ai' },

  // Search engines
  {
    name: 'Google',
    category: 'search',
    hosts:
      'google.com google.al google.bt google.co.ao google.com.mm google.com.pg google.sr ' +
      'com.google.android.googlequicksearchbox com.google.android.apps.searchlite',
    aliases: 'adwords googleadwords googlesearch',
  },
  { name: 'Google News', category: 'search', hosts: 'com.google.android.apps.magazines' },
  {
    name: 'Bing',
    category: 'search',
    hosts: 'bing.com com.microsoft.bing',
    aliases: 'microsoftads microsoftadvertising',
  },
  {
    name: 'DuckDuckGo',
    category: 'search',
    hosts: 'duckduckgo.com duck.com com.duckduckgo.mobile.android',
    aliases: 'ddg',
  },
  { name: 'Yahoo!', category: 'search', hosts: 'yahoo.com search.yahoo.com search.yahoo.co.jp' },
  {
    name: 'Yandex',
    category: 'search',
    hosts:
      'yandex.ru yandex.com yandex.by yandex.kz yandex.uz yandex.com.tr yandex.eu ya.ru ' +
      'com.yandex.searchapp ru.yandex.searchplugin',
    aliases: 'yandexdirect',
  },
  { name: 'Baidu', category: 'search', hosts: 'baidu.com com.baidu.searchbox' },
  { name: 'Sogou', category: 'search', hosts: 'sogou.com' },
  { name: '360.cn', category: 'search', hosts: 'so.com' },
  { name: 'Naver', category: 'search', hosts: 'naver.com search.naver.com com.nhn.android.search' },
  { name: 'Daum', category: 'search', hosts: 'search.daum.net' },
  { name: 'Seznam', category: 'search', hosts: 'seznam.cz search.seznam.cz' },
  { name: 'Coc Coc', category: 'search', hosts: 'coccoc.com' },
  { name: 'Ecosia', category: 'search', hosts: 'ecosia.org com.ecosia.android' },
  { name: 'Qwant', category: 'search', hosts: 'qwant.com' },
  { name: 'Startpage', category: 'search', hosts: 'startpage.com' },
  { name: 'Brave Search', category: 'search', hosts: 'search.brave.com', aliases: 'brave' },
  { name: 'Kagi', category: 'search', hosts: 'kagi.com' },
  { name: 'Mojeek', category: 'search', hosts: 'mojeek.com' },
  { name: 'Swisscows', category: 'search', hosts: 'swisscows.com' },
  { name: 'Presearch', category: 'search', hosts: 'presearch.com' },
  { name: 'Petal Search', category: 'search', hosts: 'petalsearch.com' },
  { name: 'MetaGer', category: 'search', hosts: 'metager.org metager.de' },
  { name: 'AOL', category: 'search', hosts: 'search.aol.com' },
  { name: 'Yep', category: 'search', hosts: 'yep.com' },
  {
    name: 'Marginalia',
    category: 'search',
    hosts: 'search.marginalia.nu marginalia-search.com old-search.marginalia.nu',
    aliases: 'marginaliasearch',
  },
  { name: 'Stract', category: 'search', hosts: 'stract.com' },
  { name: 'Freespoke', category: 'search', hosts: 'freespoke.com' },
  { name: 'Luxxle', category: 'search', hosts: 'luxxle.com' },
  { name: 'Ekoru', category: 'search', hosts: 'ekoru.org' },
  { name: 'OceanHero', category: 'search', hosts: 'oceanhero.today' },
  { name: 'Lilo Search', category: 'search', hosts: 'lilo.org search.lilo.org' },
  { name: 'Karma Search', category: 'search', hosts: 'karmasearch.org' },
  { name: 'GOOD Search', category: 'search', hosts: 'good-search.org' },

  // Social networks
  {
    name: 'Facebook',
    category: 'social',
    hosts:
      'facebook.com fb.me fb.com messenger.com ' +
      'com.facebook.katana com.facebook.lite com.facebook.orca com.facebook.mlite',
    aliases: 'fb meta messenger facebookmessenger fbmessenger',
  },
  {
    name: 'Instagram',
    category: 'social',
    hosts: 'instagram.com com.instagram.android',
    aliases: 'ig insta igshopping',
  },
  { name: 'Threads', category: 'social', hosts: 'threads.net threads.com com.instagram.barcelona' },
  {
    name: 'Twitter',
    category: 'social',
    hosts: 'twitter.com x.com t.co com.twitter.android',
    aliases: 'x xtwitter',
  },
  { name: 'LinkedIn', category: 'social', hosts: 'linkedin.com lnkd.in com.linkedin.android' },
  { name: 'Reddit', category: 'social', hosts: 'reddit.com redd.it com.reddit.frontpage' },
  {
    name: 'Pinterest',
    category: 'social',
    hosts:
      'pinterest.com pin.it pinterest.at pinterest.ca pinterest.ch pinterest.cl pinterest.co.kr ' +
      'pinterest.co.uk pinterest.com.au pinterest.com.mx pinterest.de pinterest.dk pinterest.es ' +
      'pinterest.fr pinterest.ie pinterest.it pinterest.jp pinterest.nz pinterest.ph pinterest.pt ' +
      'pinterest.se com.pinterest',
  },
  {
    name: 'TikTok',
    category: 'social',
    hosts: 'tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill',
  },
  { name: 'Snapchat', category: 'social', hosts: 'snapchat.com com.snapchat.android', aliases: 'snap' },
  { name: 'Bluesky', category: 'social', hosts: 'bsky.app xyz.blueskyweb.app', aliases: 'bsky' },
  {
    name: 'Mastodon',
    category: 'social',
    hosts:
      'mastodon.social mastodon.online mastodon.world mstdn.social mas.to fosstodon.org hachyderm.io ' +
      'infosec.exchange org.joinmastodon.android',
  },
  { name: 'Lemmy', category: 'social', hosts: 'lemmy.world lemmy.ml' },
  {
    name: 'WhatsApp',
    category: 'social',
    hosts: 'whatsapp.com wa.me wl.co com.whatsapp com.whatsapp.w4b',
    aliases: 'wa',
  },
  {
    name: 'Telegram',
    category: 'social',
    hosts: 't.me telegram.me telegram.org org.telegram.messenger',
  },
  { name: 'Discord', category: 'social', hosts: 'discord.com discordapp.com com.discord' },
  {
    name: 'Microsoft Teams',
    category: 'social',
    hosts:
      'teams.microsoft.com teams.live.com teams.cloud.microsoft teams.cdn.office.net com.microsoft.teams',
    aliases: 'teams msteams',
  },
  { name: 'Slack', category: 'social', hosts: 'slack.com com.slack' },
  { name: 'Google Chat', category: 'social', hosts: 'chat.google.com', aliases: 'gchat' },
  { name: 'Skype', category: 'social', hosts: 'skype.com com.skype.raider' },
  { name: 'Signal', category: 'social', hosts: 'signal.me signal.group org.thoughtcrime.securesms' },
  { name: 'Viber', category: 'social', hosts: 'viber.com com.viber.voip' },
  { name: 'Zalo', category: 'social', hosts: 'zalo.me com.zing.zalo' },
  {
    name: 'Vkontakte',
    category: 'social',
    hosts: 'vk.com vk.ru vkontakte.ru com.vkontakte.android',
    aliases: 'vk',
  },
  { name: 'Weibo', category: 'social', hosts: 'weibo.com weibo.cn t.cn com.sina.weibo' },
  { name: 'WeChat', category: 'social', hosts: 'weixin.qq.com com.tencent.mm', aliases: 'weixin' },
  { name: 'Zhihu', category: 'social', hosts: 'zhihu.com' },
  { name: 'Xiaohongshu', category: 'social', hosts: 'xiaohongshu.com', aliases: 'rednote' },
  { name: 'LINE', category: 'social', hosts: 'line.me jp.naver.line.android' },
  { name: 'KakaoTalk', category: 'social', hosts: 'com.kakao.talk', aliases: 'kakao' },
  { name: 'Hacker News', category: 'social', hosts: 'news.ycombinator.com', aliases: 'hn' },
  { name: 'Lobsters', category: 'social', hosts: 'lobste.rs' },
  { name: 'Product Hunt', category: 'social', hosts: 'producthunt.com' },
  { name: 'Stack Exchange', category: 'social', hosts: 'stackexchange.com' },
  { name: 'Nextdoor', category: 'social', hosts: 'nextdoor.com' },
  { name: 'Truth Social', category: 'social', hosts: 'truthsocial.com' },
  { name: 'Digg', category: 'social', hosts: 'digg.com' },

  // Video sites
  {
    name: 'YouTube',
    category: 'video',
    hosts: 'youtube.com youtu.be youtube-nocookie.com com.google.android.youtube',
    aliases: 'yt',
  },
  { name: 'Vimeo', category: 'video', hosts: 'vimeo.com' },
  { name: 'Twitch', category: 'video', hosts: 'twitch.tv tv.twitch.android.app' },
  { name: 'Dailymotion', category: 'video', hosts: 'dailymotion.com dai.ly' },
  { name: 'Netflix', category: 'video', hosts: 'netflix.com' },
  { name: 'Disney+', category: 'video', hosts: 'disneyplus.com', aliases: 'disneyplus' },
  { name: 'Hulu', category: 'video', hosts: 'hulu.com' },
  { name: 'Kick', category: 'video', hosts: 'kick.com' },
  { name: 'Rumble', category: 'video', hosts: 'rumble.com' },
  { name: 'Odysee', category: 'video', hosts: 'odysee.com' },
  { name: 'TED', category: 'video', hosts: 'ted.com' },
  { name: 'Wistia', category: 'video', hosts: 'wistia.com' },
  { name: 'Bilibili', category: 'video', hosts: 'bilibili.com b23.tv' },
  { name: 'Youku', category: 'video', hosts: 'youku.com' },
  { name: 'iQIYI', category: 'video', hosts: 'iqiyi.com iq.com' },
  { name: 'Niconico', category: 'video', hosts: 'nicovideo.jp' },
  { name: 'Rutube', category: 'video', hosts: 'rutube.ru' },

  // Shopping sites
  {
    name: 'Amazon',
    category: 'shopping',
    hosts:
      'amazon.com amazon.ae amazon.ca amazon.cn amazon.co.jp amazon.co.uk amazon.co.za amazon.com.au ' +
      'amazon.com.be amazon.com.br amazon.com.mx amazon.com.tr amazon.de amazon.eg amazon.es amazon.fr ' +
      'amazon.ie amazon.in amazon.it amazon.nl amazon.pl amazon.sa amazon.se amazon.sg amzn.to',
  },
  {
    name: 'eBay',
    category: 'shopping',
    hosts:
      'ebay.com ebay.at ebay.be ebay.ca ebay.ch ebay.co.uk ebay.com.au ebay.com.hk ebay.com.my ebay.com.sg ' +
      'ebay.de ebay.es ebay.fr ebay.ie ebay.it ebay.nl ebay.ph ebay.pl com.ebay.mobile',
  },
  { name: 'Google Shopping', category: 'shopping', hosts: 'shopping.google.com' },
  { name: 'Yahoo! Shopping', category: 'shopping', hosts: 'shopping.yahoo.com shopping.yahoo.co.jp' },
  { name: 'Yandex.Market', category: 'shopping', hosts: 'market.yandex.ru m.market.yandex.ru' },
  { name: 'Etsy', category: 'shopping', hosts: 'etsy.com com.etsy.android' },
  { name: 'Alibaba', category: 'shopping', hosts: 'alibaba.com' },
  { name: 'AliExpress', category: 'shopping', hosts: 'aliexpress.com aliexpress.us aliexpress.ru' },
  { name: 'Taobao', category: 'shopping', hosts: 'taobao.com' },
  { name: 'Tmall', category: 'shopping', hosts: 'tmall.com' },
  { name: 'JD.com', category: 'shopping', hosts: 'jd.com' },
  { name: 'Walmart', category: 'shopping', hosts: 'walmart.com walmart.ca walmart.com.mx' },
  { name: 'Best Buy', category: 'shopping', hosts: 'bestbuy.com bestbuy.ca' },
  { name: 'Shopify', category: 'shopping', hosts: 'shopify.com shop.app' },
  { name: 'Temu', category: 'shopping', hosts: 'temu.com' },
  { name: 'Shein', category: 'shopping', hosts: 'shein.com' },
  { name: 'Wayfair', category: 'shopping', hosts: 'wayfair.com wayfair.co.uk wayfair.ca' },
  { name: 'Rakuten Ichiba', category: 'shopping', hosts: 'rakuten.co.jp', aliases: 'rakuten' },
  {
    name: 'Mercado Libre',
    category: 'shopping',
    hosts:
      'mercadolibre.com mercadolibre.cl mercadolibre.com.ar mercadolibre.com.co mercadolibre.com.mx ' +
      'mercadolibre.com.pe mercadolivre.com.br',
    aliases: 'mercadolivre',
  },
  { name: 'Flipkart', category: 'shopping', hosts: 'flipkart.com' },
  {
    name: 'Shopee',
    category: 'shopping',
    hosts: 'shopee.com shopee.co.id shopee.com.br shopee.tw shopee.vn',
  },
  { name: 'Lazada', category: 'shopping', hosts: 'lazada.com lazada.co.id lazada.co.th lazada.com.ph' },
  { name: 'Tokopedia', category: 'shopping', hosts: 'tokopedia.com' },
  { name: 'Coupang', category: 'shopping', hosts: 'coupang.com' },
  { name: 'Trendyol', category: 'shopping', hosts: 'trendyol.com' },
  { name: 'Ozon', category: 'shopping', hosts: 'ozon.ru' },
  { name: 'Wildberries', category: 'shopping', hosts: 'wildberries.ru' },
  { name: 'Allegro', category: 'shopping', hosts: 'allegro.pl' },
  { name: 'bol', category: 'shopping', hosts: 'bol.com' },
  { name: 'Marktplaats', category: 'shopping', hosts: 'marktplaats.nl' },
  { name: 'Cdiscount', category: 'shopping', hosts: 'cdiscount.com' },
  { name: 'Zalando', category: 'shopping', hosts: 'zalando.com zalando.de zalando.at zalando.fr zalando.nl' },
  { name: 'OTTO', category: 'shopping', hosts: 'otto.de' },
  { name: 'Kleinanzeigen', category: 'shopping', hosts: 'kleinanzeigen.de' },
  {
    name: 'idealo',
    category: 'shopping',
    hosts: 'idealo.de idealo.at idealo.co.uk idealo.es idealo.fr idealo.it',
  },
  { name: 'Geizhals', category: 'shopping', hosts: 'geizhals.de geizhals.at geizhals.eu' },
  { name: 'billiger.de', category: 'shopping', hosts: 'billiger.de' },
  { name: 'PriceRunner', category: 'shopping', hosts: 'pricerunner.com pricerunner.co.uk pricerunner.se' },

  // Mail services
  { name: 'Gmail', category: 'email', hosts: 'mail.google.com com.google.android.gm' },
  {
    name: 'Outlook.com',
    category: 'email',
    hosts:
      'outlook.live.com outlook.office.com outlook.office365.com outlook.cloud.microsoft outlook.com ' +
      'hotmail.com com.microsoft.office.outlook',
    aliases: 'outlook hotmail',
  },
  { name: 'Yahoo! Mail', category: 'email', hosts: 'mail.yahoo.com com.yahoo.mobile.client.android.mail' },
  { name: 'iCloud Mail', category: 'email', hosts: 'icloud.com' },
  { name: 'Proton Mail', category: 'email', hosts: 'mail.proton.me ch.protonmail.android' },
  { name: 'Fastmail', category: 'email', hosts: 'fastmail.com' },
  { name: 'HEY', category: 'email', hosts: 'app.hey.com' },
  { name: 'Superhuman', category: 'email', hosts: 'mail.superhuman.com' },
  { name: 'Zoho', category: 'email', hosts: 'mail.zoho.eu mail.zoho.in' },
  { name: 'mailbox.org', category: 'email', hosts: 'mailbox.org' },
  { name: 'Posteo', category: 'email', hosts: 'posteo.de' },
  {
    name: 'IONOS Mail',
    category: 'email',
    hosts: 'email.ionos.com email.ionos.de mail.ionos.com mail.ionos.de',
  },
  { name: 'Infomaniak Mail', category: 'email', hosts: 'mail.infomaniak.com' },
  { name: 'Tuta', category: 'email', hosts: 'app.tuta.com mail.tutanota.com' },
  { name: 'GMX', category: 'email', hosts: 'navigator.gmx.net deref-gmx.net de.gmx.mobile.android.mail' },
  { name: 'WEB.DE', category: 'email', hosts: 'navigator.web.de deref-web.de de.web.mobile.android.mail' },
  { name: 'T-Online', category: 'email', hosts: 'email.t-online.de' },

  // Names without a channel of their own
  { name: 'Wikipedia', category: 'other', hosts: 'wikipedia.org' },
  { name: 'Amazon Web Services', category: 'other', hosts: 'aws.amazon.com' },
  // Their own hosts, which the list has as a search engine.
  { name: 'CNN', category: 'other', hosts: 'cnn.com' },
  { name: 'MSNBC', category: 'other', hosts: 'msnbc.msn.com msnbc.com' },
  { name: 'Microsoft', category: 'other', hosts: 'login.live.com login.microsoftonline.com' },
];
