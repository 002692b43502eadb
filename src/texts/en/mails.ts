/** Texts of the email reports. Names of statistics and of values are those of the pages. */
export const mails = {
  // Subjects
  'mails.subject': '{domain}: {visitors, plural, one {# visitor} other {# visitors}}, {period}',
  'mails.subject.none': '{domain}: no visitors, {period}',
  // What mail programs show next to the subject
  'mails.preview': '{visitors} visitors, {pageviews} pageviews, {visits} visits',
  'mails.statistics': 'Statistics: {address}',
  'mails.statistics.button': 'View statistics',
  'mails.settings': 'Settings',
  'mails.settings.at': 'Settings: {address}',
  'mails.unsubscribe': 'Unsubscribe',
  'mails.unsubscribe.at': 'Unsubscribe: {address}',
  'mails.byDay': 'Visitors by day',
  // After the title of a list, what it counts: “Pages, by pageviews”, in HTML without the comma
  'mails.by': '{title}, {unit}',
  'mails.by.visitors': 'by visitors',
  'mails.by.visits': 'by visits',
  'mails.by.pageviews': 'by pageviews',
  'mails.by.events': 'by events',
  'mails.by.conversions': 'by conversions',
  // Under a goal: “+12% from 11 the week before · 9 visitors · 4.5% of all visitors”, “Revenue: €49.00”
  'mails.goal.visitors': '{visitors, plural, one {# visitor} other {# visitors}}',
  'mails.goal.rate': '{rate} of all visitors',
  'mails.goal.revenue': 'Revenue: {amounts}',
  // Under a total: “+12% from 1,075 the week before”
  'mails.change.weekly': '{change} from {before} the week before',
  'mails.change.monthly': '{change} from {before} the month before',
  'mails.before.weekly': 'none the week before',
  'mails.before.monthly': 'none the month before',
  'mails.none': 'No visitors were counted in this period.',
  'mails.check': 'What to check:',
  'mails.check.snippet': `Is the tracking snippet still on every page of {domain}, inside the head element?`,
  'mails.check.moved': 'Has the website moved? Only pages on {domain} and its subdomains are counted.',
  'mails.check.dropped': `{count, plural, one {# hit was} other {# hits were}} not counted, for example from
    bots or excluded IP addresses. The settings list the reasons.`,
  'mails.check.policy': 'Does the Content-Security-Policy of the website block the tracking script?',
  'mails.snippet': 'The tracking snippet is in the <link>settings</link>.',
  'mails.snippet.at': 'The tracking snippet is in the settings: {address}',
  'mails.why.weekly': `You get this report every Monday, because email reports are switched on for
    {domain}.`,
  'mails.why.monthly': `You get this report on the first day of every month, because email reports are
    switched on for {domain}.`,
  'mails.why.request': `This report was sent on request. Regular email reports for {domain} are switched
    off.`,
} as const;
