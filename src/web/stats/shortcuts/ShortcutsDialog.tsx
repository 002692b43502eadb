import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import './shortcutsDialog.css';

/** The keys of each section, and the keys of the texts that say what they do. */
const SHORTCUTS = {
  'shortcuts.days': [
    ['D', 'period.today'],
    ['E', 'period.yesterday'],
    ['W', 'period.last_7_days'],
    ['T', 'period.last_30_days'],
    ['M', 'period.this_month'],
    ['P', 'period.last_month'],
    ['Y', 'period.last_12_months'],
    ['A', 'period.all'],
    ['R', 'shortcuts.live'],
    ['←', 'header.before'],
    ['→', 'header.after'],
  ],
  'shortcuts.page': [
    ['C', 'shortcuts.compare'],
    ['/', 'shortcuts.filter'],
    ['?', 'shortcuts.help'],
    ['Esc', 'shortcuts.close'],
  ],
} as const;
const SECTIONS = Object.keys(SHORTCUTS) as (keyof typeof SHORTCUTS)[];

/** A dialog with all keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <div className="shortcuts">
        {SECTIONS.map((section) => (
          <section key={section}>
            <h3>{t(section)}</h3>
            <dl>
              {SHORTCUTS[section].map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
