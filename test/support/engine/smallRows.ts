type Row = [value: string, visitors: number, visits: number, pageviews: number, events: number];

/** The rows of the small website by dimension, in the default order. */
export const ROWS: Record<string, Row[]> = {
  country: [
    ['DE', 3, 4, 6, 1],
    ['', 1, 1, 0, 1],
    ['FR', 1, 1, 1, 0],
    ['US', 1, 1, 2, 1],
  ],
  continent: [
    ['EU', 4, 5, 7, 1],
    ['', 1, 1, 0, 1],
    ['NA', 1, 1, 2, 1],
  ],
  city: [
    ['', 2, 2, 2, 2],
    ['Bonn, North Rhine, DE', 2, 3, 4, 1],
    ['Paris, Île-de-France, FR', 1, 1, 1, 0],
    ['Århus, DK', 1, 1, 2, 0],
  ],
  language: [
    ['de', 3, 4, 6, 1],
    ['', 1, 1, 0, 1],
    ['en', 1, 1, 2, 1],
    ['fr', 1, 1, 1, 0],
  ],
  browser: [
    ['Chrome', 3, 4, 6, 1],
    ['', 1, 1, 0, 1],
    ['Firefox', 1, 1, 1, 0],
    ['Safari', 1, 1, 2, 1],
  ],
  os: [
    ['Windows', 2, 3, 4, 1],
    ['', 1, 1, 0, 1],
    ['Android', 1, 1, 2, 0],
    ['Linux', 1, 1, 1, 0],
    ['iOS', 1, 1, 2, 1],
  ],
  device: [
    ['desktop', 3, 4, 5, 1],
    ['mobile', 2, 2, 4, 1],
    ['', 1, 1, 0, 1],
  ],
  resolution: [
    ['1920x1080', 2, 3, 4, 1],
    ['', 1, 1, 0, 1],
    ['1366x768', 1, 1, 1, 0],
    ['390x844', 1, 1, 2, 1],
    ['412x915', 1, 1, 2, 0],
  ],
  referrer: [
    ['', 4, 4, 5, 1],
    ['google.com', 2, 2, 4, 1],
    ['blog.test', 1, 1, 0, 1],
  ],
  source: [
    ['', 3, 3, 4, 1],
    ['Google', 1, 1, 2, 1],
    ['blog.test', 1, 1, 0, 1],
    ['google', 1, 1, 2, 0],
    ['newsletter', 1, 1, 1, 0],
  ],
  channel: [
    ['Direct', 3, 3, 4, 1],
    ['Email', 1, 1, 1, 0],
    ['Organic Search', 1, 1, 2, 1],
    ['Paid Search', 1, 1, 2, 0],
    ['Referral', 1, 1, 0, 1],
  ],
  utm_source: [
    ['', 4, 5, 6, 3],
    ['google', 1, 1, 2, 0],
    ['newsletter', 1, 1, 1, 0],
  ],
  utm_medium: [
    ['', 4, 5, 6, 3],
    ['cpc', 1, 1, 2, 0],
    ['email', 1, 1, 1, 0],
  ],
  campaign: [
    ['', 4, 5, 6, 3],
    ['SPRING', 1, 1, 2, 0],
    ['spring', 1, 1, 1, 0],
  ],
  utm_term: [
    ['', 5, 6, 8, 3],
    ['shoes', 1, 1, 1, 0],
  ],
  utm_content: [
    ['', 5, 6, 8, 3],
    ['top', 1, 1, 1, 0],
  ],
  landing_page: [
    ['/', 3, 3, 6, 2],
    ['/pricing', 2, 2, 1, 1],
    ['/Blog/B', 1, 1, 1, 0],
    ['/blog/a', 1, 1, 1, 0],
  ],
  exit_page: [
    ['/blog/a', 2, 2, 3, 1],
    ['/pricing', 2, 2, 3, 1],
    ['', 1, 1, 0, 1],
    ['/Blog/B', 1, 1, 1, 0],
    ['/docs/%C3%A9', 1, 1, 2, 0],
  ],
  page: [
    ['/', 3, 3, 3, 0],
    ['/blog/a', 2, 2, 2, 1],
    ['/pricing', 3, 3, 2, 2],
    ['/Blog/B', 1, 1, 1, 0],
    ['/docs/%C3%A9', 1, 1, 1, 0],
  ],
  event: [
    ['Buy', 1, 1, 0, 1],
    ['Sign up', 1, 1, 0, 1],
    ['sign up', 1, 1, 0, 1],
  ],
  host: [
    ['small.test', 5, 5, 5, 2],
    ['blog.small.test', 3, 3, 3, 1],
    ['', 1, 1, 1, 0],
  ],
  // Visits and visitors belong to the hour in which they begin, pageviews and events to their own.
  hour: [
    ['2026-11-15T00', 1, 1, 2, 0],
    ['2026-11-20T09', 1, 1, 1, 0],
    ['2026-11-20T10', 1, 1, 2, 1],
    ['2026-11-20T15', 0, 1, 1, 0],
    ['2026-11-21T10', 2, 2, 2, 2],
    ['2026-12-01T09', 1, 1, 1, 0],
  ],
  day: [
    ['2026-11-15', 1, 1, 2, 0],
    ['2026-11-20', 2, 3, 4, 1],
    ['2026-11-21', 2, 2, 2, 2],
    ['2026-12-01', 1, 1, 1, 0],
  ],
  week: [
    ['2026-W46', 1, 1, 2, 0],
    ['2026-W47', 4, 5, 6, 3],
    ['2026-W49', 1, 1, 1, 0],
  ],
  month: [
    ['2026-11', 5, 6, 8, 3],
    ['2026-12', 1, 1, 1, 0],
  ],
};
