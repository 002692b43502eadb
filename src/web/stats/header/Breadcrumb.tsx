import { t } from '../../shared/i18n/t.ts';

/** The way back to the account's websites. */
export const Breadcrumb = () => (
  <nav aria-label={t('header.account')} className="breadcrumb">
    <a href="/websites">{t('header.websites')}</a>
  </nav>
);
