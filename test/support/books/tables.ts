import { CHROME, IPHONE } from '../server.ts';

/**
 * The parts of the hits of test/books.test.ts, each with its expected values. The expected values are
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
    ...{ bot: false, browser: 'Firefox', os: 'Linux', device: 'desktop' },
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/124.0.0.0 Mobile Safari/537.36',
    ...{ bot: false, browser: 'Chrome', os: 'Android', device: 'mobile' },
  },
  { userAgent: 'Mozilla/5.0 (Unheard) Of/1.0', bot: false, browser: '', os: '', device: '' },
];

export const BOT: Agent = {
  userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ...{ bot: true, browser: '', os: '', device: '' },
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
    ...{ excluded: false, continent: 'EU', country: 'GB', city: 'London, England, GB' },
  },
  {
    spellings: ['81.3.0.9'],
    ...{ excluded: false, continent: 'EU', country: 'DE', city: 'Berlin, Berlin, DE' },
  },
  { spellings: ['133.11.0.1'], excluded: false, continent: 'AS', country: 'JP', city: 'Tokyo, JP' },
  { spellings: ['200.160.2.3'], excluded: false, continent: 'SA', country: 'BR', city: '' },
  {
    spellings: ['2a01:e0a::1', '2A01:0E0A:0:0:0:0:0:1'],
    ...{ excluded: false, continent: 'EU', country: 'FR', city: 'Paris, Ile-de-France, FR' },
  },
  { spellings: ['203.0.113.8'], excluded: false, ...nowhere },
  { spellings: ['203.0.113.7'], excluded: true, ...nowhere },
  { spellings: ['198.51.100.255'], excluded: true, ...nowhere },
  { spellings: ['2001:db8:77:1::5'], excluded: true, ...nowhere },
  { spellings: ['2001:db8:78::5'], excluded: false, ...nowhere },
];

/** The part of a page's address after the host, and its expected values. */
export const PAGES = [
  { rest: '', path: '/', campaign: '' },
  { rest: '/', path: '/', campaign: '' },
  { rest: '/#top', path: '/', campaign: '' },
  { rest: '/pricing?plan=pro', path: '/pricing', campaign: '' },
  { rest: '/pricing/', path: '/pricing', campaign: '' },
  { rest: '/?utm_campaign=spring&utm_source=x', path: '/', campaign: 'spring' },
  { rest: '/blog/a?utm_campaign=Summer%20Sale#c', path: '/blog/a', campaign: 'Summer Sale' },
  { rest: '/blog/b?utm_campaign=', path: '/blog/b', campaign: '' },
  { rest: '/blog/b?utm_source=mail', path: '/blog/b', campaign: '' },
  { rest: '/%C3%A9t%C3%A9', path: '/%C3%A9t%C3%A9', campaign: '' },
  { rest: '/100%25_sure', path: '/100%25_sure', campaign: '' },
];

/** Referrers of a page on a domain; `sent` is undefined for none. */
export const REFERRERS = (domain: string): { sent: string | undefined; host: string }[] => [
  { sent: undefined, host: '' },
  { sent: '', host: '' },
  { sent: `https://${domain}/before`, host: '' },
  { sent: `https://www.${domain}/`, host: '' },
  { sent: 'https://www.google.com/search?q=footfall', host: 'google.com' },
  { sent: 'http://News.Example.ORG:8080/item', host: 'news.example.org' },
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
