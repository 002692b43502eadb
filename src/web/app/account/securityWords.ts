import type { SecurityEventKind, SecurityLogQuery } from '../../gql/graphql.ts';

export type SecurityEvent = NonNullable<
  NonNullable<SecurityLogQuery['viewer']>['securityLog']
>['nodes'][number];

const TITLES: Record<SecurityEventKind, (subject: string) => string> = {
  ACCOUNT_CREATED: () => 'Account created',
  LOGGED_IN: () => 'Logged in',
  LOGIN_FAILED: () => 'Wrong password at login',
  LOCKED_OUT: () => 'Login blocked after too many wrong passwords',
  CONFIRMATION_FAILED: () => 'Wrong password while logged in',
  PASSWORD_CHANGED: () => 'Password changed',
  SESSIONS_ENDED: () => 'Sessions ended',
  API_KEY_CREATED: (subject) => `API key “${subject}” created`,
  API_KEY_REVOKED: (subject) => `API key “${subject}” revoked`,
  WEBSITE_CREATED: (subject) => `${subject} added`,
  WEBSITE_DELETED: (subject) => `${subject} deleted`,
  PRIVACY_CHANGED: (subject) => `Privacy of ${subject} changed`,
  PAGE_PASSWORD_CHANGED: (subject) => `Statistics password of ${subject} changed`,
  SHARED_LINK_CREATED: (subject) => `Shared link to ${subject} created`,
  SHARED_LINK_CHANGED: (subject) => `Shared link to ${subject} changed`,
  SHARED_LINK_DELETED: (subject) => `Shared link to ${subject} deleted`,
  PAGE_LOCKED_OUT: (subject) => `Statistics of ${subject} blocked after too many wrong passwords`,
};

/** The title of an event. */
export const titleOf = ({ kind, subject }: SecurityEvent) => TITLES[kind](subject ?? '');

/** Whether an event may indicate an attack. */
export const isAlarming = (kind: SecurityEventKind) =>
  kind === 'LOCKED_OUT' || kind === 'PAGE_LOCKED_OUT' || kind === 'CONFIRMATION_FAILED';

/** Describes what changed, who changed it, and from where. */
export function whoAndWhere({ detail, actor, apiKeyName, device, countryName }: SecurityEvent): string {
  const who = {
    BROWSER: device ?? 'Unknown browser',
    API_KEY: apiKeyName === null ? 'API key' : `API key “${apiKeyName}”`,
    COMMAND_LINE: 'Command line',
    STRANGER: device ?? 'Unknown browser',
  }[actor];
  return [detail, who, countryName].filter(Boolean).join(' · ');
}
