import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { TimeZoneField } from '../forms/TimeZoneField.tsx';
import { CountingFields } from './CountingFields.tsx';
import { ExcludedAddresses } from './ExcludedAddresses.tsx';
import { PrivacyFields } from './PrivacyFields.tsx';
import { ReportFields } from './ReportFields.tsx';
import { SettingField } from './SettingField.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { Website, WebsiteData } from './website.ts';
import { withCode } from './withCode.tsx';

/** The address, the time zone, and what counts as a page. */
export function GeneralSettings({ website }: { website: Website }) {
  return (
    <SettingsForm website={website} title={t('general.title')}>
      {(errors) => (
        <>
          <Field label={t('general.address')} name="url" errors={errors.url}>
            {(control) => (
              <input {...control} type="text" inputMode="url" defaultValue={website.url} required />
            )}
          </Field>
          <TimeZoneField value={website.timezone} errors={errors.timezone} />
          <CountingFields website={website} errors={errors} />
        </>
      )}
    </SettingsForm>
  );
}

/** Who can see the statistics. */
export function PrivacySettings({ website }: { website: Website }) {
  return (
    <SettingsForm website={website} title={t('privacy.title')}>
      {(errors) => (
        <PrivacyFields
          initial={website.privacy}
          hasPassword={website.hasPassword === true}
          domain={website.domain}
          hideBelow={website.hideBelow}
          errors={errors}
        />
      )}
    </SettingsForm>
  );
}

/** Whether and how often reports are sent. */
export function ReportSettings({ website, sendsReports }: { website: Website; sendsReports: boolean }) {
  return (
    <SettingsForm website={website} title={t('reports.settings')}>
      {() => <ReportFields website={website} sendsReports={sendsReports} />}
    </SettingsForm>
  );
}

interface ExclusionProps {
  website: Website;
  address: string;
  problem: WebsiteData['proxyProblem'];
}

/**
 * Which hits are not counted.
 * @param problem how the viewer's request contradicts the server's TRUST_PROXY.
 */
export function ExclusionSettings({ website, address, problem }: ExclusionProps) {
  return (
    <SettingsForm website={website} title={t('exclusions.title')}>
      {(errors) => (
        <>
          <SettingField name="excludeBots" value={website.excludeBots} />
          <SettingField name="excludeSpam" value={website.excludeSpam} />
          <ExcludedAddresses initial={website.excludeIps ?? []} own={address} errors={errors.excludeIps} />
          {problem && (
            <p className="error-text" role="alert">
              {withCode(t(`proxy.${problem}`))}
            </p>
          )}
        </>
      )}
    </SettingsForm>
  );
}
