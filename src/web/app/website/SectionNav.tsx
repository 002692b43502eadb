import { Link } from 'wouter';
import { SECTIONS, type Section, sectionAddress } from './sections.ts';
import './sectionNav.css';

/** The links to the sections of a website's settings. */
export function SectionNav({ id, section }: { id: string; section: Section }) {
  return (
    <nav aria-label="Settings" className="section-nav">
      <ul>
        {(Object.keys(SECTIONS) as Section[]).map((name) => (
          <li key={name}>
            <Link href={sectionAddress(id, name)} aria-current={name === section ? 'page' : undefined}>
              {SECTIONS[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
