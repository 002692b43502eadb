/**
 * Texts of the email reports, and of mails about accounts. Names of statistics and of values are those of the
 * pages.
 */
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
  // Mails about accounts. `server` is a host such as stats.example.com
  'mails.account.reason': 'You get this mail because your Footfall account at {server} has this address.',
  // A button or link
  'mails.newPassword': 'Set a new password',
  'mails.reset.subject': 'Set a new password',
  'mails.reset.asked': 'Somebody requested a new password for your Footfall account at {server}.',
  'mails.reset.valid': 'The link works once, within one hour.',
  'mails.reset.other': 'If it was not you, ignore this mail. Your password has not changed.',
  'mails.passwordChanged.subject': 'Your password has been changed',
  'mails.passwordChanged.done': `The password of your Footfall account at {server} has been changed.
    Browsers that were logged in with the old password have been logged out.`,
  'mails.passwordChanged.other': 'If it was not you, set a new password now.',
  'mails.confirmEmail.subject': 'Confirm your email address',
  'mails.confirmEmail.asked':
    'The Footfall account of {address} at {server} is to have this email address instead.',
  'mails.confirmEmail.valid':
    'The link works once, within 24 hours. The address changes when you confirm it.',
  'mails.confirmEmail.other': 'If you did not request this, ignore this mail. Nothing changes.',
  'mails.confirmEmail.button': 'Confirm email address',
  'mails.confirmEmail.reason':
    'You get this mail because your address was entered as the new address of an account at {server}.',
  'mails.emailRequested.subject': 'A new email address was requested for your account',
  'mails.emailRequested.asked': `Your Footfall account at {server} is to have the email address
    {address}. It changes when the link in the mail to that address is used.`,
  'mails.emailRequested.other': `If it was not you, set a new password now. It makes the link invalid,
    and logs out all browsers.`,
  'mails.emailChanged.subject': 'Your email address has been changed',
  'mails.emailChanged.done': `The email address of your Footfall account at {server} is now {address}.
    You can no longer log in with this address.`,
  'mails.emailChanged.other': `If it was not you, ask the operator of the server to restore your
    address, then set a new password.`,
  'mails.emailChanged.reason':
    'You get this mail because your Footfall account at {server} had this address until now.',
  'mails.emailTaken.subject': 'You already have an account with this address',
  'mails.emailTaken.asked': `Somebody requested this email address for another Footfall account at
    {server}. It belongs to your account, so nothing has changed. If it was you, log in with this
    address; set a new password if you have forgotten yours.`,
  'mails.emailTaken.other': 'If it was not you, ignore this mail.',
  'mails.factorAdded.subject': 'A second factor has been added',
  'mails.factorAdded.done': `The second factor “{name}” has been added to your Footfall account at {server}.
    Logins now require a second factor.`,
  'mails.factorAdded.other': `If it was not you, set a new password now, and ask the operator of the server to
    remove the second factors.`,
  // `name` is the text of the button of an identity provider, such as Google
  'mails.identityLinked.subject': 'A way to log in has been added',
  'mails.identityLinked.done': 'Your Footfall account at {server} has been connected with {name}.',
  'mails.identityLinked.other':
    'If it was not you, set a new password now, and disconnect {name} on the account page.',
  'mails.factorRemoved.subject': 'A second factor has been removed',
  'mails.factorRemoved.done':
    'The second factor “{name}” has been removed from your Footfall account at {server}.',
  'mails.factorRemoved.other': 'If it was not you, set a new password now, and add a second factor again.',
  'mails.recoveryCodes.subject': 'New recovery codes have been created',
  'mails.recoveryCodes.done': `New recovery codes for your Footfall account at {server} have been created. The
    earlier ones are invalid.`,
  'mails.recoveryCodes.other':
    'If it was not you, set a new password now, and then create new recovery codes.',
  'mails.factorsReset.subject': 'Your second factors have been removed',
  'mails.factorsReset.byOwner': `{owner} owns your team, and has removed all second factors and recovery codes
    of your Footfall account at {server}. Logins require the password only.`,
  'mails.factorsReset.byOperator': `The operator of the server has removed all second factors and recovery
    codes of your Footfall account at {server}. Logins require the password only.`,
  'mails.factorsReset.other':
    'If you did not ask for this, set a new password now, and add a second factor again.',
  // `team` is a name, `inviter` an email address, `role` as “Editor”
  'mails.invitation.subject': 'Invitation to the team “{team}”',
  'mails.invitation.by': `{inviter} invites you to the team “{team}” of Footfall, web analytics at {server}.
    Your role: {role}.`,
  'mails.invitation.byOperator':
    'You are invited to the team “{team}” of Footfall, web analytics at {server}. Your role: {role}.',
  'mails.invitation.valid': 'The link works once, within seven days.',
  'mails.invitation.other': 'If you did not expect this invitation, ignore this mail.',
  // A button or link
  'mails.invitation.button': 'Join the team',
  'mails.invitation.reason': 'You get this mail because this address was invited to a team at {server}.',
} as const;
