/** What the security log has, each with what it means. */
export const SECURITY_EVENTS = {
  account_created: 'The account was created.',
  logged_in: 'Somebody logged in with the password.',
  login_failed: 'Somebody tried to log in with a wrong password.',
  locked_out: 'Too many wrong passwords: further ones from there were refused for a while.',
  confirmation_failed: 'Somebody who was logged in gave a wrong password where it was asked for again.',
  password_changed: 'The password was changed.',
  sessions_ended: 'One or more sessions were ended before their time.',
  api_key_created: 'An API key was created.',
  api_key_revoked: 'An API key was revoked.',
  website_created: 'A website was registered.',
  website_deleted: 'A website was deleted with its statistics.',
  privacy_changed: 'Who may see the statistics of a website was changed.',
  page_password_changed: 'The password of a statistics page was changed.',
  page_locked_out:
    'Too many wrong passwords of a statistics page: further ones from there were refused for a while.',
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/** What strangers can cause as often as they like: kept apart, so that it pushes out nothing else. */
export const CAUSED_BY_STRANGERS = [
  'login_failed',
  'locked_out',
  'page_locked_out',
] as const satisfies SecurityEventKind[];

/** Who can cause an event. */
export const ACTORS = {
  browser: 'A person who was logged in, or just logged in, at a browser.',
  api_key: 'A program with an API key.',
  command_line: 'The operator, by the command line on the server.',
  stranger: 'Somebody who was not logged in.',
} as const;

export type Actor = keyof typeof ACTORS;
