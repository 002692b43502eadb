/**
 * Messages of the server that forms show: exactly as the server sends them. In other languages, the pages
 * replace them. `test/web/texts.test.ts` checks that the server has them.
 */
export const server = {
  'server.required': 'Is required.',
  'server.least': 'Must be at least {min} characters long; got {count}.',
  'server.most': 'Must be at most {max} characters long.',
  'server.commonPassword': `Must not be a common password, or a common password with a few characters added.
    Use several random words instead.`,
  'server.ownEmail':
    'Must not consist of the email address or parts of it. Use several random words instead.',
  'server.ownDomain':
    'Must not consist of the website’s domain or parts of it. Use several random words instead.',
  'server.productPassword': `Must not consist of the name of this product and words for what it does.
    Use several random words instead.`,
  'server.wrongPassword': 'The password is wrong.',
  'server.tooManyPasswords': 'Too many wrong passwords. Try again in {minutes} minutes.',
  'server.tooManyPasswordsOne': 'Too many wrong passwords. Try again in a minute.',
  'server.wrongLogin': 'Email address or password is wrong.',
  'server.email': 'Must be an email address, for example you@example.com.',
  'server.brokenLink': 'The link is invalid, has expired or has already been used. Request a new one.',
  'server.addressTaken': 'An account with this email address already exists.',
  'server.sameAddress': 'Must differ from the present email address.',
  'server.tooManyChanges': 'The email address can be changed at most {count} times an hour. Try again later.',
  'server.usedLink': 'This link is invalid or has already been used.',
  'server.domainTaken': 'The account already has a website with this domain.',
  'server.tooManyWebsites': 'The account already has the maximum of {count} websites. Delete one first.',
  'server.tooManyKeys': 'The account already has the maximum of {count} valid API keys. Revoke one of them.',
  'server.tooManyLinks': 'The website already has the maximum of {count} shared links. Delete one first.',
  'server.tooManySegments': 'The website already has the maximum of {count} segments. Delete one first.',
  'server.tooManyNotes': 'The website already has the maximum of {count} annotations. Delete some first.',
  'server.segmentTaken': 'The website already has a segment with this name.',
  'server.goalTaken': 'The website already has a goal with this name.',
  'server.tooManyGoals': 'The website already has the maximum of {count} goals. Delete one first.',
  'server.funnelTaken': 'The website already has a funnel with this name.',
  'server.tooManyFunnels': 'The website already has the maximum of {count} funnels. Delete one first.',
  'server.unknownGoal': 'Must be the id of a goal of this website.',
  'server.segmentsUseGoal': 'Segments use this goal: {names}. Change or delete them first.',
  'server.funnelsUseGoal': 'Funnels use this goal: {names}. Change or delete them first.',
  'server.visible': 'Must have visible characters.',
  'server.future': 'Must be in the future.',
  'server.scopes': 'Must contain at least one scope.',
  'server.privacyPassword': 'Is required if the privacy is password.',
  'server.timeZone': 'Must be an IANA time zone, for example Europe/Berlin.',
  'server.similarTimeZone': 'Must be an IANA time zone, for example {names}; got "{name}".',
  'server.hideBelow': 'Must be 0 (off) or an integer from {min} to {max}.',
  'server.dailyLimit': 'Must be a number of hits per day from 0 (no limit) to {max}.',
  'server.day': 'Must be a valid date, for example 2026-11-21.',
  'server.noMail': 'This server does not send mail: SMTP_URL and MAIL_FROM are not set.',
  'server.noMailRun':
    'This server does not send mail: SMTP_URL and MAIL_FROM are not set. Its operator can run: {command}',
  'server.counting': `Some days of this period were recorded by an earlier version, and their visits are
    still being counted. Try again later.`,
  'server.uploadSize': `The file must be at most {max} bytes long. Compress it, or divide it into several
    files.`,
  'server.uploadSpace': 'The server has not enough free disk space for the file.',
  'server.uploadEnded': 'The upload ended before it was complete.',
  'server.uploadsOff': 'Uploads are off on this server: IMPORT_MAX_BYTES is 0.',
  'server.uploadBusy': 'Another file is being uploaded to this website. Try again when it has ended.',
  'server.importFormat': '{file} is in no format that can be imported. State the source: {names}.',
  'server.importDays': 'Import {id} ({source}) has {days} already. Undo it first, or leave these days out.',
  'server.importAgain': 'Import {id} has the same files. Undo it first to import them again.',
  'server.importOwnHits': 'The website has own hits from {from}. Only what is before them can be imported.',
  'server.importCut': 'Nothing is left to import: the website has own hits from the first row on.',
  'server.importEmpty': 'No row of the file can be imported. A preview says why.',
  'server.importStopped': 'It was stopped before it was complete.',
  'server.importNotStarted': `It was not started within 24 hours, so its files were deleted. Upload them again
    to import them.`,
  'server.importAbandoned': `It was interrupted, and its files are not on the server any more. Import them
    again: nothing of it was stored.`,
  'server.importCrashed': 'The import ended unexpectedly. The log of the server says why.',
  'server.importFailed': 'The import failed.',
  'server.importUnreadable': 'The files cannot be read.',
  'server.importUndone': 'Nothing of import {id} is left to undo: it is {state}.',
  'server.importElsewhere': 'Import {id} is run by another process. Undo it when it has ended.',
} as const;
