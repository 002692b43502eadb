import type { SecurityEventKind, SecurityLogQuery } from '../../gql/graphql.ts';
import { countryInWords } from '../../shared/i18n/names.ts';
import { t } from '../../shared/i18n/t.ts';

export type SecurityEvent = NonNullable<
  NonNullable<SecurityLogQuery['viewer']>['securityLog']
>['nodes'][number];

/** The title of an event. Those of the account itself have no subject. */
export const titleOf = ({ kind, subject }: SecurityEvent) =>
  t(`security.${kind}`, { subject: subject ?? '' });

/** A browser and its system, which the server describes as `Firefox on Windows`. */
export function deviceInWords(device: string | null): string {
  if (device === null) return t('sessions.unknown');
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? device : t('sessions.device', { browser, system });
}

/** Whether an event may indicate an attack. */
export const isAlarming = (kind: SecurityEventKind) =>
  kind === 'LOCKED_OUT' || kind === 'PAGE_LOCKED_OUT' || kind === 'CONFIRMATION_FAILED';

/** Describes what changed, who changed it, and from where. */
export function whoAndWhere({ detail, actor, apiKeyName, device, country }: SecurityEvent): string {
  const who = {
    BROWSER: deviceInWords(device),
    API_KEY: apiKeyName === null ? t('security.apiKey') : t('security.apiKeyNamed', { name: apiKeyName }),
    COMMAND_LINE: t('security.commandLine'),
    STRANGER: deviceInWords(device),
  }[actor];
  return [detail, who, countryInWords(country)].filter(Boolean).join(' · ');
}
