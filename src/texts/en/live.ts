/** Texts of what happens now. */
export const live = {
  'live.title': 'Visitors now',
  'live.now': '<number>{count}</number> <word>now</word>',
  'live.present':
    '{count, plural, one {# visitor} other {# visitors}} in the last 5 minutes. Show what happens now',
  'live.visitors': '{count, plural, one {visitor} other {visitors}} in the last 5 minutes',
  'live.reconnecting': 'Reconnecting…',
  'live.lost': 'The connection is lost. Reconnecting… The numbers below may be old.',
  'live.nobody': 'Nobody in the last 5 minutes.',
  'live.noHits': 'No hits in the last 30 minutes.',
  'live.range': 'Last 30 minutes',
  'live.feed': 'Latest hits',
  'live.minutePageviews': '{count, plural, one {# pageview} other {# pageviews}}',
  'live.minuteVisitors': '{count, plural, one {# visitor} other {# visitors}}',
  'live.halfHour': '30 minutes ago',
  'live.perMinute': 'Pageviews per minute',
  'live.current': 'now',
  'live.caption': 'The last 30 minutes',
  'live.time': 'Time',
  'live.visitorsColumn': 'Visitors',
  'live.pageviewsColumn': 'Pageviews',
  'shortcuts.live': 'What happens now',
} as const;
