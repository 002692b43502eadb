import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { NoticeBrand } from './NoticeBrand.tsx';

interface Props {
  icon: LucideIcon;
  title: string;
  /** A line below the heading. */
  lead: ReactNode;
  /** Whether the header of the account area is above it. */
  inside?: boolean;
  children?: ReactNode;
}

/** The one layout of pages that cannot show what the address asks for: not found, locked, expired. */
export function Notice({ icon: Icon, title, lead, inside = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  return (
    <div className={inside ? 'notice notice-inside' : 'notice'}>
      {!inside && <NoticeBrand />}
      <main id="content" className="card notice-card" tabIndex={-1}>
        <Icon size={28} aria-hidden />
        <h1>{title}</h1>
        <p className="quiet">{lead}</p>
        {children}
      </main>
    </div>
  );
}
