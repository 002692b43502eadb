/** The kinds of events in the security log, with their descriptions. */
export const SECURITY_EVENTS = {
  account_created: 'The account was created.',
  logged_in: 'A browser logged in.',
  logged_out: 'A browser logged out.',
  login_failed: 'A login failed because the password was wrong.',
  locked_out: 'Further login attempts of an address were refused for a while after too many wrong passwords.',
  confirmation_failed: 'A session gave a wrong password or passkey when it had to confirm the password.',
  second_factor_failed: 'The password was correct, but the second factor was wrong.',
  second_factor_locked_out:
    'Further attempts at the code were refused for a while after too many wrong codes with the password.',
  second_factor_enabled: 'A second factor was added.',
  second_factor_removed: 'A second factor was removed.',
  recovery_codes_created: 'New recovery codes replaced the earlier ones.',
  recovery_code_used: 'A recovery code was used instead of a second factor.',
  identity_linked: 'An identity at an identity provider was connected with the account.',
  identity_removed: 'An identity at an identity provider was disconnected from the account.',
  login_link_created: 'The operator created a link that logs in once, by the command line.',
  password_changed: 'The password was changed.',
  password_reset_requested: 'A link to replace the password was requested, and mailed unless too many were.',
  password_reset: 'The password was replaced with the link of a mail.',
  email_change_requested: 'A link to change the email address was mailed to the new address.',
  email_changed: 'The email address was changed.',
  sessions_ended: 'One or more sessions were ended before they expired.',
  api_key_created: 'An API key was created.',
  api_key_revoked: 'An API key was revoked.',
  api_key_refused: 'Requests with an API key were refused because it has expired or was revoked.',
  access_refused: 'Requests of an API key were refused because it lacks a scope, or is limited to a segment.',
  member_invited: 'A person was invited to the team.',
  invitation_revoked: 'An invitation was revoked before it was accepted.',
  member_joined: 'A person joined the team, with an invitation or by single sign-on.',
  member_changed: 'The role of a member was changed, or the websites that the member has access to.',
  member_removed: 'A member was removed from the team, or left it.',
  member_factors_removed: 'An owner removed the second factors of a member who had lost them.',
  team_created: 'The person created a team.',
  team_renamed: 'The name of the team was changed.',
  team_deleted: 'A team of the person was deleted.',
  second_factor_required: 'Sessions need a second factor for access to the team from now on.',
  second_factor_optional: 'Sessions need no second factor for access to the team any more.',
  website_created: 'A website was registered.',
  website_deleted: 'A website and all of its statistics were deleted.',
  import_started: 'An import of statistics into a website was started.',
  import_undone: 'An import was undone, or stopped.',
  privacy_changed: 'The privacy of a website was changed.',
  page_password_changed: 'The password of a statistics page was changed.',
  shared_link_created: 'A shared link to the statistics of a website was created.',
  shared_link_changed: 'A shared link was changed.',
  shared_link_deleted: 'A shared link was deleted.',
  page_locked_out:
    'Further attempts to open a statistics page were refused for a while after too many wrong passwords.',
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/** Events that can be caused without a limit. They have a quota of their own and evict no others. */
export const CAUSED_BY_STRANGERS = [
  'login_failed',
  'password_reset_requested',
  'locked_out',
  'second_factor_failed',
  'second_factor_locked_out',
  'page_locked_out',
  'api_key_refused',
  'access_refused',
] as const satisfies SecurityEventKind[];

/** Who can cause an event. */
export const ACTORS = {
  browser: 'A person in a browser with a session, who has just logged in, or who has the link of a mail.',
  api_key: 'A program with an API key.',
  command_line: 'The operator, by the command line on the server.',
  stranger: 'A client without a session or an API key.',
} as const;

export type Actor = keyof typeof ACTORS;
