/** The published trackers that `npm run check:trackers` installs. docs/compatibility.md lists them. */
export const TRACKER_PACKAGES: Record<string, string> = {
  '@amplitude/analytics-browser': '2.48.1',
  '@counterscale/tracker': '3.4.1',
  '@jitsu/js': '1.11.0',
  '@openpanel/web': '1.4.1',
  '@plausible-analytics/tracker': '0.4.6',
  '@rudderstack/analytics-js': '3.34.1',
  '@rybbit/js': '0.6.2',
  '@segment/analytics-next': '1.84.3',
  '@snowplow/browser-tracker': '4.10.1',
  '@vemetric/web': '0.6.1',
  'ackee-tracker': '5.1.3',
  'countly-sdk-web': '26.1.1',
  'mixpanel-browser': '2.83.0',
  'plausible-tracker': '0.3.9',
  'posthog-js': '1.449.2',
  swetrix: '4.6.1',
};
