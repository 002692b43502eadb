/**
 * Data of the demo: visitors' places, devices and referrers, and the pages they visit. Weights are rough
 * shares.
 */

interface Place {
  continent: string;
  country: string;
  language: string;
  cities: [string, number][];
}

const place = (
  continent: string,
  country: string,
  language: string,
  cities: Record<string, number>,
): Place => ({
  continent,
  country,
  language,
  cities: Object.entries(cities).map(([city, weight]) => [`${city}, ${country}`, weight]),
});

export const PLACES: [Place, number][] = [
  [
    place('EU', 'DE', 'de', {
      'Berlin, Land Berlin': 5,
      'Hamburg, Hamburg': 3,
      'Munich, Bavaria': 3,
      'Leipzig, Saxony': 1,
    }),
    24,
  ],
  [
    place('NA', 'US', 'en', {
      'New York, New York': 4,
      'Portland, Oregon': 2,
      'Austin, Texas': 2,
      'Chicago, Illinois': 2,
    }),
    18,
  ],
  [place('EU', 'GB', 'en', { 'London, England': 6, 'Leeds, England': 1, 'Edinburgh, Scotland': 1 }), 12],
  [
    place('EU', 'FR', 'fr', {
      'Paris, Île-de-France': 5,
      'Lyon, Auvergne-Rhône-Alpes': 2,
      'Nantes, Pays de la Loire': 1,
    }),
    10,
  ],
  [place('EU', 'NL', 'nl', { 'Amsterdam, North Holland': 3, 'Utrecht, Utrecht': 1 }), 6],
  [place('EU', 'AT', 'de', { 'Vienna, Vienna': 4, 'Graz, Styria': 1 }), 5],
  [place('EU', 'CH', 'de', { 'Zurich, Zurich': 3, 'Bern, Bern': 1 }), 4],
  [place('AS', 'JP', 'ja', { 'Tokyo, Tokyo': 4, 'Kyoto, Kyoto': 2 }), 4],
  [place('AS', 'IN', 'en', { 'Bengaluru, Karnataka': 2, 'Kolkata, West Bengal': 2 }), 4],
  [place('EU', 'PL', 'pl', { 'Warsaw, Mazovia': 2, 'Krakow, Lesser Poland': 1 }), 3],
  [place('EU', 'ES', 'es', { 'Madrid, Madrid': 2, 'Barcelona, Catalonia': 2 }), 3],
  [place('SA', 'BR', 'pt', { 'São Paulo, São Paulo': 3, 'Recife, Pernambuco': 1 }), 2],
  [place('OC', 'AU', 'en', { 'Melbourne, Victoria': 2, 'Sydney, New South Wales': 2 }), 2],
  [place('AF', 'ZA', 'en', { 'Cape Town, Western Cape': 1 }), 1],
];

interface Machine {
  browser: string;
  os: string;
  device: string;
  resolutions: [string, number][];
}

const DESKTOP: [string, number][] = [
  ['1920x1080', 5],
  ['2560x1440', 3],
  ['1536x864', 2],
  ['1440x900', 1],
];
const PHONE: [string, number][] = [
  ['390x844', 4],
  ['393x852', 3],
  ['412x915', 4],
  ['360x800', 2],
];
const TABLET: [string, number][] = [
  ['820x1180', 2],
  ['1024x1366', 1],
];

const machine = (browser: string, os: string, device: string, resolutions: [string, number][]): Machine => ({
  browser,
  os,
  device,
  resolutions,
});

export const MACHINES: [Machine, number][] = [
  [machine('Chrome', 'Windows', 'desktop', DESKTOP), 22],
  [machine('Safari', 'iOS', 'mobile', PHONE), 22],
  [machine('Chrome', 'Android', 'mobile', PHONE), 20],
  [machine('Safari', 'macOS', 'desktop', DESKTOP), 9],
  [machine('Chrome', 'macOS', 'desktop', DESKTOP), 8],
  [machine('Firefox', 'Windows', 'desktop', DESKTOP), 6],
  [machine('Edge', 'Windows', 'desktop', DESKTOP), 6],
  [machine('Firefox', 'Linux', 'desktop', DESKTOP), 3],
  [machine('Samsung Browser', 'Android', 'mobile', PHONE), 3],
  [machine('Safari', 'iOS', 'tablet', TABLET), 3],
];

export const REFERRERS: [string, number][] = [
  ['', 40],
  ['google.com', 30],
  ['duckduckgo.com', 5],
  ['bing.com', 4],
  ['instagram.com', 6],
  ['reddit.com', 4],
  ['news.ycombinator.com', 2],
  ['chatgpt.com', 2],
  ['youtube.com', 2],
  ['tea-forum.example', 5],
  ['slow-kitchen.example', 4],
];

export const PAGES: [string, number][] = [
  ['/', 30],
  ['/teas', 14],
  ['/teas/green', 9],
  ['/teas/black', 8],
  ['/teas/oolong', 6],
  ['/teas/sencha', 6],
  ['/teas/darjeeling-first-flush', 5],
  ['/journal', 4],
  ['/journal/how-to-brew-oolong', 8],
  ['/journal/water-matters', 5],
  ['/journal/a-week-in-uji', 3],
  ['/subscriptions', 4],
  ['/about', 2],
  ['/shipping', 2],
  ['/contact', 1],
];

/** What a page of the shop sells. */
export interface Product {
  product: string;
  category: string;
  /** Cents for 100 g. */
  price: number;
}

const product = (name: string, category: string, price: number): Product => ({
  product: name,
  category,
  price,
});

/** The products by the path of their page. */
export const PRODUCTS: Readonly<Record<string, Product>> = {
  '/teas/green': product('House Green', 'green', 690),
  '/teas/black': product('House Black', 'black', 590),
  '/teas/oolong': product('Tie Guan Yin', 'oolong', 1_190),
  '/teas/sencha': product('Sencha', 'green', 990),
  '/teas/darjeeling-first-flush': product('Darjeeling First Flush', 'black', 1_490),
};

/** The topics of articles by path. */
export const ARTICLES: Readonly<Record<string, string>> = {
  '/journal/how-to-brew-oolong': 'brewing',
  '/journal/water-matters': 'brewing',
  '/journal/a-week-in-uji': 'travel',
};

/** The sizes of a package, and its price as a share of that of 100 g. */
export const SIZES: [{ size: string; share: number }, number][] = [
  [{ size: '50 g', share: 0.6 }, 4],
  [{ size: '100 g', share: 1 }, 5],
  [{ size: '250 g', share: 2.3 }, 2],
];

export const PAYMENTS: [string, number][] = [
  ['card', 5],
  ['paypal', 4],
  ['invoice', 1],
];

/** Prices in dollars, relative to those in euros. */
export const DOLLAR = 1.15;

/** How many visitors of a source buy, relative to those of most sources. */
export const BUYS: Readonly<Record<string, number>> = {
  newsletter: 1.8,
  'tea-forum.example': 1.5,
  '': 1.3,
  ChatGPT: 1.2,
  Instagram: 0.6,
  YouTube: 0.6,
  Reddit: 0.5,
  'Hacker News': 0.2,
};

/** The share of carts that reach the checkout, and that of checkouts that end with a purchase, by device. */
export const REACHES_CHECKOUT: Readonly<Record<string, number>> = {
  desktop: 0.64,
  tablet: 0.52,
  mobile: 0.44,
};
export const REACHES_THANKS: Readonly<Record<string, number>> = { desktop: 0.78, tablet: 0.66, mobile: 0.51 };

/** The tags with which products mark their links, by referrer. */
export const TAGS: Readonly<Record<string, string>> = { 'chatgpt.com': 'chatgpt.com' };

/** Campaigns bring additional visits: from `daysAgo` on, counted back from today, for `days`. */
export const CAMPAIGNS = [
  {
    name: 'spring-harvest',
    referrer: 'instagram.com',
    utm_source: 'ig',
    utm_medium: 'paid_social',
    utm_term: '',
    utm_content: 'story',
    landing: '/teas/darjeeling-first-flush',
    daysAgo: 214,
    days: 21,
    share: 0.35,
  },
  {
    name: 'newsletter-summer',
    referrer: '',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_term: '',
    utm_content: 'header',
    landing: '/journal/water-matters',
    daysAgo: 140,
    days: 4,
    share: 0.8,
  },
  {
    name: 'oolong-week',
    referrer: 'reddit.com',
    utm_source: 'reddit',
    utm_medium: 'social',
    utm_term: '',
    utm_content: '',
    landing: '/teas/oolong',
    daysAgo: 68,
    days: 7,
    share: 0.5,
  },
  {
    name: 'autumn-gifts',
    referrer: 'google.com',
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_term: 'tea gift',
    utm_content: '',
    landing: '/subscriptions',
    daysAgo: 30,
    days: 30,
    share: 0.25,
  },
];

/** Relative traffic of each hour of a day. */
export const HOURS: [number, number][] = [
  2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 11, 10, 9, 9, 9, 10, 11, 13, 14, 13, 9, 5,
].map((weight, hour) => [hour, weight]);

/** Relative traffic of each day of the week, from Sunday. */
export const WEEKDAYS = [0.78, 1.08, 1.1, 1.06, 1.02, 0.94, 0.72];
