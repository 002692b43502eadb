import { ALIAS, type CheckedTracker, STATS } from './checked.ts';

/** The trackers that no package contains. `--scripts DIR` is a folder with their files. */
export const UNPUBLISHED: CheckedTracker[] = [
  {
    name: 'umami',
    product: 'umami',
    script: {
      file: 'umami.js',
      attributes: `data-website-id="${ALIAS}" data-host-url="${STATS}"`,
      after: `shop.event = () => umami.track('Signup', { plan: 'free', n: 1 });
        shop.order = () => umami.track('Order', { revenue: 49.9, currency: 'EUR' });`,
    },
    expected: { replaced: true, revenue: '49.90' },
  },
  {
    name: 'goatcounter',
    product: 'goatcounter',
    script: {
      file: 'count.js',
      attributes: `data-goatcounter="${STATS}/count"`,
      after: `shop.page = () => goatcounter.count();
        shop.event = () => goatcounter.count({ path: 'Signup', event: true });`,
    },
    expected: { properties: null },
  },
  {
    name: 'matomo',
    product: 'matomo',
    script: {
      file: 'matomo.js',
      before: `window._paq = [['setTrackerUrl', '${STATS}/matomo.php'], ['setSiteId', '${ALIAS}'],
        ['disableCookies'], ['trackPageView'], ['enableLinkTracking']];`,
      after: `shop.page = () => {
          _paq.push(['setCustomUrl', location.href]);
          _paq.push(['trackPageView']);
        };
        shop.event = () => _paq.push(['trackEvent', 'Form', 'Signup', 'footer']);`,
    },
    expected: { properties: { category: 'Form', name: 'footer' } },
  },
  {
    name: 'fathom lite',
    product: 'fathom',
    script: {
      file: 'fathom.js',
      before: `window.fathom = Object.assign(function () { fathom.q.push(arguments); }, { q: [] });
        fathom('set', 'siteId', '${ALIAS}');
        fathom('set', 'trackerUrl', '${STATS}/collect');
        fathom('trackPageview');`,
      after: `shop.page = () => fathom('trackPageview');`,
    },
    expected: {},
  },
  {
    name: 'simple-analytics',
    product: 'simple-analytics',
    script: {
      file: 'simple-analytics.js',
      after: `shop.event = () => sa_event('Signup', { plan: 'free', n: 1 });`,
    },
    expected: {},
  },
];
