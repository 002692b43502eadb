import { describe, expect, test } from '@jest/globals';
import { classifySource } from '../../../src/ingest/source/classify.ts';

/** A product: its source, the channel of its links, and how referrers (`<`) and tags (`=`) name it. */
const PRODUCTS: [source: string, channel: string, arrivals: string][] = [
  // AI assistants
  [
    'ChatGPT',
    'AI Assistants',
    '<chatgpt.com <chat.openai.com <com.openai.chatgpt =chatgpt.com =ChatGPT =openai =openai.com ' +
      '=www.chatgpt.com =https://chatgpt.com/ =chat_gpt',
  ],
  ['Claude', 'AI Assistants', '<claude.ai <claude.com =claude =claude.ai =anthropic'],
  ['Perplexity', 'AI Assistants', '<perplexity.ai <www.perplexity.ai =perplexity =perplexity.ai'],
  ['Gemini', 'AI Assistants', '<gemini.google.com =gemini =gemini.google.com =Google+Gemini'],
  [
    'Copilot',
    'AI Assistants',
    '<copilot.microsoft.com <copilot.com <m365.cloud.microsoft =copilot.com =copilot =Microsoft+Copilot',
  ],
  ['Grok', 'AI Assistants', '<grok.com <x.ai =grok =grok.com'],
  ['DeepSeek', 'AI Assistants', '<chat.deepseek.com =deepseek =chat.deepseek.com'],
  ['Le Chat', 'AI Assistants', '<chat.mistral.ai =mistral =chat.mistral.ai'],
  ['Meta AI', 'AI Assistants', '<meta.ai =meta.ai'],
  ['Kimi', 'AI Assistants', '<www.kimi.com =kimi.com'],
  ['Qwen', 'AI Assistants', '<chat.qwen.ai =qwen'],
  ['Z.ai', 'AI Assistants', '<chat.z.ai =z.ai'],
  // Search engines
  [
    'Google',
    'Organic Search',
    '<google.com <google.de <com.google.android.googlequicksearchbox =google =Google =google.com ' +
      '=www.google.com =google.co.uk =google_search',
  ],
  ['Bing', 'Organic Search', '<bing.com =bing =bing.com =bing_ads'],
  ['DuckDuckGo', 'Organic Search', '<duckduckgo.com =duckduckgo =ddg =duckduckgo.com'],
  ['Yahoo!', 'Organic Search', '<search.yahoo.com =yahoo =yahoo.com =Yahoo!'],
  ['Yandex', 'Organic Search', '<yandex.ru <ya.ru =yandex =yandex.com'],
  ['Qwant', 'Organic Search', '<qwant.com =qwant'],
  ['Yep', 'Organic Search', '<yep.com =yep.com'],
  ['Marginalia', 'Organic Search', '<search.marginalia.nu <marginalia-search.com =marginalia'],
  ['Kagi', 'Organic Search', '<kagi.com =kagi'],
  // Social networks and messengers
  [
    'Facebook',
    'Organic Social',
    '<l.facebook.com <lm.facebook.com <m.facebook.com <facebook.com <com.facebook.katana ' +
      '=facebook =Facebook =FB =fb =facebook.com =m.facebook.com =l.facebook.com =facebook_ads =fb-ads =meta',
  ],
  ['Instagram', 'Organic Social', '<l.instagram.com =ig =instagram =Instagram =instagram.com =IGShopping'],
  ['Twitter', 'Organic Social', '<t.co <x.com <twitter.com =twitter =x =t.co =x.com =Twitter'],
  ['LinkedIn', 'Organic Social', '<linkedin.com <lnkd.in <com.linkedin.android =linkedin =linkedin_ads'],
  ['Reddit', 'Organic Social', '<old.reddit.com <out.reddit.com =reddit =reddit.com'],
  ['WhatsApp', 'Organic Social', '<l.wl.co <web.whatsapp.com <wa.me <com.whatsapp =whatsapp =wa'],
  ['Telegram', 'Organic Social', '<t.me <org.telegram.messenger =telegram'],
  [
    'Microsoft Teams',
    'Organic Social',
    '<teams.microsoft.com <statics.teams.cdn.office.net <teams.cloud.microsoft <com.microsoft.teams =teams',
  ],
  ['Slack', 'Organic Social', '<app.slack.com <com.slack =slack'],
  ['Discord', 'Organic Social', '<discord.com =discord'],
  ['Hacker News', 'Organic Social', '<news.ycombinator.com =hackernews =hn =Hacker+News'],
  // Video
  ['YouTube', 'Organic Video', '<youtube.com <youtu.be <m.youtube.com =youtube =YouTube =yt =youtube.com'],
  ['TikTok', 'Organic Social', '<tiktok.com =tiktok =tiktok_ads'],
  // Mail
  [
    'Outlook.com',
    'Email',
    '<outlook.live.com <outlook.office.com <outlook.cloud.microsoft <com.microsoft.office.outlook =outlook',
  ],
  ['Gmail', 'Email', '<mail.google.com <com.google.android.gm =gmail'],
  ['Proton Mail', 'Email', '<mail.proton.me =mail.proton.me'],
  ['WEB.DE', 'Email', '<deref-web.de =WEB.DE'],
  // Neither
  ['Wikipedia', 'Referral', '<en.wikipedia.org =wikipedia =wikipedia.org'],
  ['CNN', 'Referral', '<cnn.com <edition.cnn.com'],
];

describe('each product has one source', () => {
  const cases = PRODUCTS.flatMap(([source, channel, arrivals]) =>
    arrivals.split(' ').map((arrival): [string, string, string] => [arrival, source, channel]),
  );
  test.each(cases)('%s is %s, from %s', (arrival, source, channel) => {
    const name = arrival.slice(1).replaceAll('+', ' ');
    const fields = { referrer: '', utm_source: '', utm_medium: '', campaign: '', clickId: '' };
    const given = arrival.startsWith('<') ? { referrer: name } : { utm_source: name };
    expect(classifySource({ ...fields, ...given })).toEqual({ source, channel });
  });
});

test.each([
  ['qwant', 'ai_chat'],
  ['qwant', 'AI-Chat'],
  ['newsletter', 'llm'],
  ['google', 'ai assistant'],
])('utm_source=%s with utm_medium=%s is a link of an AI assistant', (utm_source, utm_medium) => {
  const fields = { referrer: '', campaign: '', clickId: '' };
  expect(classifySource({ ...fields, utm_source, utm_medium }).channel).toBe('AI Assistants');
});

test.each(['pi', 'monica', 'good', 'free', 'spring', 'loads', 'ads', 'partners', 'news', 'com', 'mail'])(
  'utm_source=%s names no product',
  (utm_source) => {
    const fields = { referrer: 'google.com', utm_medium: '', campaign: '', clickId: '' };
    expect(classifySource({ ...fields, utm_source })).toEqual({ source: utm_source, channel: 'Referral' });
  },
);
