import { useState } from 'react';
import { LANGUAGES } from '../../../../texts/languages.ts';
import type { EmbedTheme, Language } from '../../../gql/graphql.ts';
import { useAsk } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { t } from '../../../shared/i18n/t.ts';
import { Problem } from '../../../shared/Problem.tsx';
import { Code } from '../../forms/Code.tsx';
import { Field } from '../../forms/Field.tsx';
import { EMBED, type SharedLink } from './links.ts';

const THEMES = {
  SYSTEM: 'embed.system',
  LIGHT: 'theme.light',
  DARK: 'theme.dark',
} as const satisfies Record<EmbedTheme, string>;

interface Props {
  /**
   * The page that is embedded: that of a shared link, or that of a public website with its domain as name.
   */
  link: Pick<SharedLink, 'id' | 'name'>;
  onClose: () => void;
}

/** Shows the code that embeds statistics in another website. */
export default function EmbedDialog({ link, onClose }: Props) {
  const [theme, setTheme] = useState<EmbedTheme>('SYSTEM');
  const [language, setLanguage] = useState<Language | null>(null);
  const [{ data, error }, refetch] = useAsk(EMBED, { id: link.id, theme, language });
  const code = data?.node && 'embedCode' in data.node ? data.node.embedCode : null;
  return (
    <Dialog title={t('embed.title', { name: link.name })} onClose={() => onClose()}>
      <div className="form panel links-embed">
        <p>{t('embed.hint')}</p>
        <Field label={t('embed.colors')} name="theme">
          {(control) => (
            <select
              {...control}
              value={theme}
              onChange={({ target }) => setTheme(target.value as EmbedTheme)}
            >
              {Object.entries(THEMES).map(([value, label]) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('language.label')} name="language">
          {(control) => (
            <select
              {...control}
              value={language ?? ''}
              onChange={({ target }) => setLanguage((target.value || null) as Language | null)}
            >
              <option value="">{t('embed.browserLanguage')}</option>
              {Object.entries(LANGUAGES).map(([name, ownName]) => (
                <option key={name} value={name.toUpperCase()} lang={name}>
                  {ownName}
                </option>
              ))}
            </select>
          )}
        </Field>
        {error && <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />}
        {code ? (
          <Code text={code} what="embed" />
        ) : (
          !error && <div className="skeleton links-wait" aria-busy="true" />
        )}
      </div>
    </Dialog>
  );
}
