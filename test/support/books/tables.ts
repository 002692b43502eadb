import { CHROME, IPHONE } from '../server.ts';

/**
 * The parts of the hits of test/books.sql.test.ts, each with its expected values. The expected values are
 * constants that were checked by hand.
 */

export interface Agent {
  userAgent: string;
  bot: boolean;
  browser: string;
  os: string;
  device: string;
}

export const AGENTS: Agent[] = [
  { userAgent: CHROME, bot: false, browser: 'Chrome', os: 'Windows', device: 'desktop' },
  { userAgent: IPHONE, bot: false, browser: 'Safari', os: 'iOS', device: 'mobile' },
  {
    userAgent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0',
    bot: false,
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/124.0.0.0 Mobile Safari/537.36',
    bot: false,
    browser: 'Chrome',
    os: 'Android',
    device: 'mobile',
  },
  { userAgent: 'Mozilla/5.0 (Unheard) Of/1.0', bot: false, browser: '', os: '', device: '' },
];

export const BOT: Agent = {
  userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  bot: true,
  browser: '',
  os: '',
  device: '',
};

export interface Address {
  /** Spellings of the same address. */
  spellings: string[];
  /** Whether EXCLUDE_IPS, which the first website has, excludes it. */
  excluded: boolean;
  continent: string;
  country: string;
  city: string;
}

export const EXCLUDE_IPS = '203.0.113.7\n198.51.100.0/24\n2001:db8:77::/48';

const nowhere = { continent: '', country: '', city: '' };
export const ADDRESSES: Address[] = [
  {
    spellings: ['81.2.69.142', '::ffff:81.2.69.142'],
    excluded: false,
    continent: 'EU',
    country: 'GB',
    city: 'London, England, GB',
  },
  {
    spellings: ['81.3.0.9'],
    excluded: false,
    continent: 'EU',
    country: 'DE',
    city: 'Berlin, Berlin, DE',
  },
  { spellings: ['133.11.0.1'], excluded: false, continent: 'AS', country: 'JP', city: 'Tokyo, JP' },
  { spellings: ['200.160.2.3'], excluded: false, continent: 'SA', country: 'BR', city: '' },
  {
    spellings: ['2a01:e0a::1', '2A01:0E0A:0:0:0:0:0:1'],
    excluded: false,
    continent: 'EU',
    country: 'FR',
    city: 'Paris, Ile-de-France, FR',
  },
  { spellings: ['203.0.113.8'], excluded: false, ...nowhere },
  { spellings: ['203.0.113.7'], excluded: true, ...nowhere },
  { spellings: ['198.51.100.255'], excluded: true, ...nowhere },
  { spellings: ['2001:db8:77:1::5'], excluded: true, ...nowhere },
  { spellings: ['2001:db8:78::5'], excluded: false, ...nowhere },
];

/** The part of a page's address after the host, and its expected values. */
interface ShownPage {
  rest: string;
  path: string;
  campaign?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_term?: string;
  utm_content?: string;
  /** The source and the channel of a visit that begins here; without them those of the referrer. */
  source?: string;
  channel?: string;
}

export const PAGES: ShownPage[] = [
  { rest: '', path: '/' },
  { rest: '/', path: '/' },
  { rest: '/#top', path: '/' },
  { rest: '/pricing?plan=pro', path: '/pricing' },
  { rest: '/pricing/', path: '/pricing' },
  {
    rest: '/?utm_campaign=spring&utm_source=partner',
    path: '/',
    campaign: 'spring',
    utm_source: 'partner',
    source: 'partner',
    channel: 'Referral',
  },
  { rest: '/blog/a?utm_campaign=Summer%20Sale#c', path: '/blog/a', campaign: 'Summer Sale' },
  { rest: '/blog/b?utm_campaign=&utm_term=', path: '/blog/b' },
  {
    rest: '/blog/b?utm_source=list&utm_medium=email&utm_content=top+link',
    path: '/blog/b',
    utm_source: 'list',
    utm_medium: 'email',
    utm_content: 'top link',
    source: 'list',
    channel: 'Email',
  },
  {
    rest: '/?utm_source=Google&utm_medium=CPC&utm_campaign=brand&utm_term=web%20statistics&utm_content=b',
    path: '/',
    campaign: 'brand',
    utm_source: 'Google',
    utm_medium: 'CPC',
    utm_term: 'web statistics',
    utm_content: 'b',
    source: 'Google',
    channel: 'Paid Search',
  },
  { rest: '/pricing?gclid=Cj0KCQ', path: '/pricing', channel: 'Paid Search' },
  { rest: '/%C3%A9t%C3%A9', path: '/%C3%A9t%C3%A9' },
  { rest: '/100%25_sure', path: '/100%25_sure' },
];

/** A referrer; `sent` is undefined for none. */
interface SentReferrer {
  sent: string | undefined;
  host: string;
  source: string;
  channel: string;
}

/** The referrer of a direct visit. */
export const DIRECT: SentReferrer = { sent: undefined, host: '', source: '', channel: 'Direct' };

/** Referrers of a page on a domain. */
export const REFERRERS = (domain: string): SentReferrer[] => [
  DIRECT,
  { ...DIRECT, sent: '' },
  { ...DIRECT, sent: `https://${domain}/before` },
  { ...DIRECT, sent: `https://www.${domain}/` },
  {
    sent: 'https://www.google.com/search?q=footfall',
    host: 'google.com',
    source: 'Google',
    channel: 'Organic Search',
  },
  {
    sent: 'http://News.Example.ORG:8080/item',
    host: 'news.example.org',
    source: 'news.example.org',
    channel: 'Referral',
  },
];

export const LANGUAGES = [
  { sent: 'en-GB', language: 'en' },
  { sent: 'en', language: 'en' },
  { sent: 'DE-at', language: 'de' },
  { sent: 'pt-BR', language: 'pt' },
  { sent: undefined, language: '' },
];

export const RESOLUTIONS = ['1920x1080', '390x844', '2560x1440', undefined];

export const EVENTS = [
  { name: 'Sign up' },
  { name: 'Purchase', value: 19.99, unit: 'EUR' },
  { name: 'Purchase', value: 0 },
  { name: 'scroll', value: -1 },
];
