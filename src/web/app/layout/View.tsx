import { type ReactNode, useEffect, useRef } from 'react';

/** Whether the user has navigated since the page was loaded. */
let moved = false;
for (const way of ['pushState', 'replaceState', 'popstate']) addEventListener(way, () => (moved = true));

interface Props {
  title: string;
  /** Shown next to the heading. */
  actions?: ReactNode;
  /** A line below the heading. */
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

/** A view. Sets the document's title, and moves the focus to the heading, as loading a page would. */
export function View({ title, actions, lead, narrow = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  useEffect(() => {
    if (!moved) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <main id="content" className={narrow ? 'view view-narrow' : 'view'} tabIndex={-1}>
      <header className="view-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="view-lead quiet">{lead}</p>}
        </div>
        {actions && <div className="view-actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
