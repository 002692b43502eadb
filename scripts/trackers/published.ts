import { ALIAS, type CheckedTracker, STATS } from './checked.ts';

const plan = `{ plan: 'free', n: 1 }`;
const paid = `{ revenue: 49.9, currency: 'EUR' }`;

/** The trackers that packages contain. */
export const PUBLISHED: CheckedTracker[] = [
  {
    name: 'plausible-tracker',
    product: 'plausible',
    program: `import Plausible from 'plausible-tracker';
      const plausible = Plausible({ domain: '${ALIAS}', apiHost: '${STATS}' });
      plausible.enableAutoPageviews();
      shop.event = () => plausible.trackEvent('Signup', { props: ${plan} });`,
    expected: {},
  },
  {
    name: '@plausible-analytics/tracker',
    product: 'plausible',
    program: `import { init, track } from '@plausible-analytics/tracker';
      init({ domain: '${ALIAS}', endpoint: '${STATS}/api/event' });
      shop.event = () => track('Signup', { props: ${plan} });
      shop.order = () => track('Order', { revenue: { amount: 49.9, currency: 'EUR' } });`,
    expected: { revenue: '49.90' },
  },
  {
    name: 'ackee-tracker',
    product: 'ackee',
    program: `import * as ackee from 'ackee-tracker';
      const tracker = ackee.create('${STATS}', { ignoreLocalhost: false });
      shop.page = () => tracker.record('${ALIAS}');
      shop.page();
      shop.event = () => tracker.action('${ALIAS}', { key: 'Signup', value: 1 });`,
    expected: { properties: null },
  },
  {
    name: '@openpanel/web',
    product: 'openpanel',
    program: `import { OpenPanel } from '@openpanel/web';
      const op = new OpenPanel({ apiUrl: '${STATS}', clientId: '${ALIAS}', trackScreenViews: true });
      shop.event = () => op.track('Signup', ${plan});
      shop.order = () => op.revenue(4990, { currency: 'EUR' });`,
    expected: { replaced: true, again: true, revenue: '49.90', others: ['revenue'] },
  },
  {
    name: 'swetrix',
    product: 'swetrix',
    program: `import { init, track, trackViews } from 'swetrix';
      init('${ALIAS}', { apiURL: '${STATS}/log' });
      trackViews();
      shop.event = () => track({ ev: 'Signup', meta: { plan: 'free', n: '1' } });`,
    expected: { replaced: true },
    pause: 2_600,
  },
  {
    name: '@counterscale/tracker',
    product: 'counterscale',
    program: `import { init } from '@counterscale/tracker';
      init({ siteId: '${ALIAS}', reporterUrl: '${STATS}/collect' });`,
    expected: {},
  },
  {
    name: '@rybbit/js',
    product: 'rybbit',
    program: `import rybbit from '@rybbit/js';
      rybbit.init({ analyticsHost: '${STATS}/api', siteId: '${ALIAS}' });
      shop.event = () => rybbit.event('Signup', ${plan});`,
    expected: { replaced: true },
    pause: 1_200,
  },
  {
    name: 'posthog-js',
    product: 'posthog',
    program: `import posthog from 'posthog-js';
      posthog.init('${ALIAS}', { api_host: '${STATS}', defaults: '2025-05-24' });
      shop.event = () => posthog.capture('Signup', ${plan});
      shop.order = () => posthog.capture('Order', ${paid});`,
    expected: { replaced: true, again: true, revenue: '49.90' },
    pause: 3_500,
  },
  {
    name: '@snowplow/browser-tracker',
    product: 'snowplow',
    program: `import { newTracker, trackPageView, trackStructEvent } from '@snowplow/browser-tracker';
      newTracker('sp1', '${STATS}', { appId: '${ALIAS}' });
      shop.page = () => trackPageView();
      shop.page();
      shop.event = () => trackStructEvent({ category: 'Form', action: 'Signup', label: 'footer' });`,
    expected: { again: true, properties: { category: 'Form', label: 'footer' } },
  },
  {
    name: 'countly-sdk-web',
    product: 'countly',
    program: `import Countly from 'countly-sdk-web';
      Countly.init({ app_key: '${ALIAS}', url: '${STATS}' });
      Countly.track_sessions();
      shop.page = () => Countly.track_pageview();
      shop.page();
      const segmentation = { plan: 'free', n: '1' };
      shop.event = () => Countly.add_event({ key: 'Signup', count: 1, segmentation });`,
    // The queue is sent again after a minute, or with the next page.
    expected: { again: true },
    pause: 1_500,
  },
  {
    name: '@amplitude/analytics-browser',
    product: 'amplitude',
    program: `import * as amplitude from '@amplitude/analytics-browser';
      amplitude.init('${ALIAS}', {
        serverUrl: '${STATS}/2/httpapi', fetchRemoteConfig: false, autocapture: { pageViews: true },
      });
      shop.event = () => amplitude.track('Signup', ${plan});
      shop.order = () => {
        const revenue = new amplitude.Revenue().setProductId('tea').setPrice(24.95).setQuantity(2);
        amplitude.revenue(revenue.setCurrency('EUR'));
      };`,
    expected: { again: true, revenue: '49.90', others: ['revenue_amount'] },
    pause: 1_500,
  },
  {
    name: '@vemetric/web',
    product: 'vemetric',
    program: `import { vemetric } from '@vemetric/web';
      vemetric.init({ token: '${ALIAS}', host: '${STATS}', scriptUrl: '/vemetric.js' });
      shop.event = () => vemetric.trackEvent('Signup', { eventData: ${plan} });`,
    expected: { replaced: true },
  },
  {
    name: '@segment/analytics-next',
    product: 'segment',
    program: `import { AnalyticsBrowser } from '@segment/analytics-next';
      const analytics = AnalyticsBrowser.load(
        { writeKey: '${ALIAS}', cdnURL: '${STATS}' },
        { integrations: { 'Segment.io': { apiHost: 'stats.example.com/v1' } } },
      );
      shop.page = () => analytics.page();
      shop.page();
      shop.event = () => analytics.track('Signup', ${plan});
      shop.order = () => analytics.track('Order', ${paid});`,
    expected: { again: true, revenue: '49.90' },
  },
  {
    name: '@rudderstack/analytics-js/bundled',
    product: 'rudderstack',
    program: `import { RudderAnalytics } from '@rudderstack/analytics-js/bundled';
      const analytics = new RudderAnalytics();
      analytics.load('${ALIAS}', '${STATS}', { configUrl: '${STATS}' });
      shop.page = () => analytics.page();
      shop.page();
      shop.event = () => analytics.track('Signup', ${plan});
      shop.order = () => analytics.track('Order', ${paid});`,
    expected: { again: true, revenue: '49.90' },
    pause: 1_500,
  },
  {
    name: '@jitsu/js',
    product: 'jitsu',
    program: `import { jitsuAnalytics } from '@jitsu/js';
      const jitsu = jitsuAnalytics({ host: '${STATS}', writeKey: '${ALIAS}:secret' });
      shop.page = () => jitsu.page();
      shop.page();
      shop.event = () => jitsu.track('Signup', ${plan});
      shop.order = () => jitsu.track('Order', ${paid});`,
    expected: { revenue: '49.90' },
  },
  {
    name: 'mixpanel-browser',
    product: 'mixpanel',
    program: `import mixpanel from 'mixpanel-browser';
      mixpanel.init('${ALIAS}', { api_host: '${STATS}', track_pageview: 'full-url' });
      shop.event = () => mixpanel.track('Signup', ${plan});
      shop.order = () => mixpanel.track('Order', ${paid});`,
    expected: { replaced: true, again: true, revenue: '49.90' },
    pause: 6_000,
  },
];
