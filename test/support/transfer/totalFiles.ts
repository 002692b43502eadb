import { csvOf, dayText } from './csv.ts';
import type { MadeFile, TotalSums } from './files.ts';
import { zipOf } from './zip.ts';

const DAY_MS = 86_400_000;

/** What files of daily totals are made of. */
export interface TotalFileOptions {
  days?: number;
  /** Unix milliseconds in the first day. */
  start?: number;
}

const daysOf = ({ days = 3, start = Date.UTC(2026, 9, 1) }: TotalFileOptions): string[] =>
  Array.from({ length: days }, (_, index) => dayText(start + index * DAY_MS));

/** The sums that each day of a made file has. */
const DAY = { visitors: 5, visits: 6, pageviews: 20, bounces: 2, visit_duration: 600 };
const HALF = { visitors: 2, visits: 3, pageviews: 10, bounces: 1, visit_duration: 300 };
const REST = { visitors: 3, visits: 3, pageviews: 10, bounces: 1, visit_duration: 300 };

const times = (count: number, sums: TotalSums): TotalSums =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum * count]));

/** Plausible's export of a site: ten tables, of which two have rows that are no statistics. */
export async function makePlausibleZip(options: TotalFileOptions = {}): Promise<MadeFile> {
  const days = daysOf(options);
  const rows = (of: (date: string) => Record<string, string | number>[]) =>
    csvOf(days.flatMap((date) => of(date).map((row) => ({ date, ...row }))));
  const { visits, ...halfOfPage } = HALF;
  const tables = {
    visitors: rows(() => [DAY]),
    sources: rows(() => [
      {
        source: 'Google',
        referrer: 'www.google.com',
        utm_source: '',
        utm_medium: '',
        utm_campaign: '',
        ...HALF,
      },
      { source: 'news', referrer: '', utm_source: 'news', utm_medium: 'email', utm_campaign: 'May', ...REST },
    ]),
    pages: rows(() => [
      { hostname: 'example.com', page: '/', visits: 3, visitors: 2, pageviews: 10, total_scroll_depth: 5 },
      {
        hostname: 'example.com',
        page: '/café',
        visits: 3,
        visitors: 3,
        pageviews: 10,
        total_scroll_depth: 5,
      },
    ]),
    entry_pages: rows(() => [{ entry_page: '/', entrances: visits, ...halfOfPage }]),
    exit_pages: rows(() => [{ exit_page: '/café', exits: visits, ...halfOfPage }]),
    custom_events: rows(() => [
      { name: 'Signup', link_url: '', path: '', visitors: 2, events: 4 },
      { name: 'engagement', link_url: '', path: '/', visitors: 5, events: 50 },
    ]),
    custom_props: rows(() => [{ property: 'plan', value: 'pro', visitors: 2, events: 4 }]),
    locations: rows(() => [{ country: 'DE', region: 'DE-BE', city: 2950159, ...HALF }]),
    devices: rows(() => [
      { device: 'Laptop', ...HALF },
      { device: 'Mobile', ...REST },
    ]),
    browsers: rows(() => [{ browser: 'Microsoft Edge', browser_version: '131.0', ...DAY }]),
    operating_systems: rows(() => [{ operating_system: 'Mac', operating_system_version: '15.1', ...DAY }]),
  };
  const range = `${days[0]}_${days.at(-1)}`.replaceAll('-', '');
  const names = Object.entries(tables).map(([name, csv]) => [`imported_${name}_${range}.csv`, csv] as const);
  const sums = (row: typeof DAY): TotalSums => {
    const { visit_duration: duration, ...others } = row;
    return times(days.length, { ...others, duration });
  };
  return {
    name: 'plausible-export.zip',
    bytes: await zipOf(Object.fromEntries(names)),
    expected: {
      pageviews: 0,
      events: 0,
      skipped: { engagement: days.length, not_imported: days.length },
      totals: {
        total: { ...sums(DAY), events: 4 * days.length },
        referrer: sums(DAY),
        source: sums(DAY),
        channel: sums(DAY),
        utm_source: sums(REST),
        utm_medium: sums(REST),
        campaign: sums(REST),
        page: times(days.length, { visitors: 5, visits: 6, pageviews: 20 }),
        landing_page: sums(HALF),
        exit_page: times(days.length, { visitors: 2, visits: 3 }),
        event: times(days.length, { visitors: 2, events: 4 }),
        country: sums(HALF),
        device: sums(DAY),
        browser: sums(DAY),
        os: sums(DAY),
      },
    },
  };
}

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** GoatCounter's JSON export: two pages and an event in each of the days. */
export async function makeGoatCounterZip(options: TotalFileOptions = {}): Promise<MadeFile> {
  const days = daysOf(options);
  const rows = (of: (day: string) => object[]) => jsonLines(days.flatMap(of));
  const folder = 'goatcounter-export-example-20261127T100000Z/';
  const files = {
    'info.json': JSON.stringify({ export_version: '1.0', goatcounter_version: '2.7' }, null, 4),
    'paths.jsonl': jsonLines([
      { id: 1, path: '/', title: 'Home' },
      { id: 2, path: '/about', title: 'About' },
      { id: 3, event: true, path: 'Signup', title: '' },
    ]),
    'refs.jsonl': jsonLines([
      { id: 1, ref: '', ref_scheme: 'o' },
      { id: 2, ref: 'www.example.org/page.html', ref_scheme: 'h' },
      { id: 3, ref: 'Google', ref_scheme: 'g' },
    ]),
    'browsers.jsonl': jsonLines([{ id: 1, name: 'Chrome', version: '131' }]),
    'systems.jsonl': jsonLines([{ id: 1, name: 'Linux', version: 'Ubuntu' }]),
    'locations.jsonl': jsonLines([{ country: 'DE', region: 'BE', country_name: 'Germany' }]),
    'languages.jsonl': jsonLines([{ iso_639_3: 'deu', name: 'German' }]),
    'browser_stats.jsonl': rows((day) => [
      { day, path_id: 1, browser_id: 1, count: 4 },
      { day, path_id: 3, browser_id: 1, count: 1 },
    ]),
    'system_stats.jsonl': rows((day) => [{ day, path_id: 1, system_id: 1, count: 4 }]),
    'location_stats.jsonl': rows((day) => [{ day, path_id: 1, location: 'DE-BE', count: 4 }]),
    'size_stats.jsonl': rows((day) => [{ day, path_id: 1, width: 1280, count: 4 }]),
    'language_stats.jsonl': rows((day) => [{ day, path_id: 1, language: 'deu', count: 4 }]),
    'hit_stats.jsonl': rows((day) => [
      { hour: `${day}T08:00:00Z`, path_id: 1, ref_id: 1, count: 3 },
      { hour: `${day}T08:00:00Z`, path_id: 1, ref_id: 2, count: 1 },
      { hour: `${day}T09:00:00Z`, path_id: 2, ref_id: 3, count: 2 },
      { hour: `${day}T09:00:00Z`, path_id: 3, ref_id: 1, count: 1 },
    ]),
  };
  const pageviews = times(days.length, { pageviews: 6 });
  const detail = times(days.length, { pageviews: 4 });
  return {
    name: 'goatcounter-export.zip',
    bytes: await zipOf(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, text])),
    ),
    expected: {
      pageviews: 0,
      events: 0,
      skipped: { event_detail: days.length },
      totals: {
        total: { ...pageviews, events: days.length },
        hour_of_day: pageviews,
        page: { ...pageviews, visitors: 6 * days.length },
        event: { events: days.length },
        referrer: pageviews,
        source: pageviews,
        channel: pageviews,
        browser: detail,
        os: detail,
        country: detail,
        language: detail,
      },
    },
  };
}

/** Fathom's export of pageviews, by hour: two pages in each of the days. */
export function makeFathomCsv(options: TotalFileOptions = {}): MadeFile {
  const days = daysOf(options);
  const common = {
    hostname: 'https://example.com',
    referrer_hostname: 'https://www.google.com',
    referrer_pathname: '/',
    country_code: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    device_type: 'Phone',
    operating_system: 'iOS',
    browser: 'Safari',
    utm_source: '',
  };
  const rows = days.flatMap((day) => [
    { datetime: `${day} 08:00:00`, pathname: '/', ...common, pageviews: 5, visits: 3, uniques: 3 },
    { datetime: `${day} 09:00:00`, pathname: '/about', ...common, pageviews: 2, visits: 0, uniques: 2 },
  ]);
  const sums = times(days.length, { pageviews: 7, visitors: 3 });
  const all = [
    'total',
    'host',
    'referrer',
    'source',
    'channel',
    'country',
    'city',
    'browser',
    'os',
    'device',
  ];
  return {
    name: 'fathom.csv',
    bytes: Buffer.from(csvOf(rows)),
    expected: {
      pageviews: 0,
      events: 0,
      skipped: {},
      totals: {
        ...Object.fromEntries(all.map((dimension) => [dimension, sums])),
        hour_of_day: times(days.length, { pageviews: 7 }),
        page: times(days.length, { pageviews: 7, visitors: 5 }),
      },
    },
  };
}

/** A report of GA4's Data API, or of an exploration: days, pages and countries, with a row of sums. */
export function makeGa4Report(options: TotalFileOptions = {}): MadeFile {
  const days = daysOf(options).map((day) => day.replaceAll('-', ''));
  const rows = days.flatMap((date) => [
    { date, pagePath: '/', countryId: 'DE', screenPageViews: 5, sessions: 3, totalUsers: 2 },
    { date, pagePath: '/about', countryId: 'FR', screenPageViews: 2, sessions: 2, totalUsers: 2 },
  ]);
  const sum = { date: 'Totals', pagePath: '', countryId: '', screenPageViews: 7, sessions: 5, totalUsers: 4 };
  const pageviews = times(days.length, { pageviews: 7 });
  return {
    name: 'report.csv',
    bytes: Buffer.from(csvOf([...rows, sum])),
    expected: {
      pageviews: 0,
      events: 0,
      skipped: { total_row: 1 },
      // A visit has several pages, and a visitor several countries.
      totals: {
        total: pageviews,
        page: times(days.length, { pageviews: 7, visits: 5 }),
        country: pageviews,
      },
    },
  };
}

/** The CSV of a screen of GA4 for one day, with comments. */
export function makeGa4Screen({ start = Date.UTC(2026, 9, 1) }: TotalFileOptions = {}): MadeFile {
  const day = dayText(start).replaceAll('-', '');
  const text = [
    '# ----------------------------------------',
    '# Pages and screens: Page path and screen class',
    '# ----------------------------------------',
    '# All Users',
    `# Start date: ${day}`,
    `# End date: ${day}`,
    '',
    'Page path and screen class,Views,Active users,Views per active user,Event count',
    '/,"1,005",3,1.66,10',
    '/about,2,2,1,4',
    '',
  ].join('\n');
  return {
    name: 'Pages_and_screens.csv',
    bytes: Buffer.from(text),
    expected: {
      pageviews: 0,
      events: 0,
      skipped: {},
      totals: { total: { pageviews: 1_007 }, page: { pageviews: 1_007, visitors: 5 } },
    },
  };
}
