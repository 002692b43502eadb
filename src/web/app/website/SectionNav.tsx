import { Link } from 'wouter';
import { t } from '../../shared/i18n/t.ts';
import { SECTIONS, type Section, sectionAddress } from './sections.ts';
import './sectionNav.css';

/** The links to the sections of a website's settings. */
export function SectionNav({ id, section }: { id: string; section: Section }) {
  return (
    <nav aria-label={t('website.settings')} className="section-nav">
      <ul>
        {SECTIONS.map((name) => (
          <li key={name}>
            <Link href={sectionAddress(id, name)} aria-current={name === section ? 'page' : undefined}>
              {t(`section.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
