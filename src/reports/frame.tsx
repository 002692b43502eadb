import type { CSSProperties, ReactNode } from 'react';

export const QUIET: CSSProperties = { color: '#5c636e' };
export const LINK: CSSProperties = { color: '#3b5bdb' };

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Dark mode for mail clients that support style sheets. All others use the inline styles. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #15171b !important; }
  .card { background: #1e2128 !important; border-color: #333842 !important; }
  .card, .card h1, .card h2 { color: #eceef1 !important; }
  .quiet { color: #a3abb8 !important; }
  .line { border-color: #333842 !important; }
  .link { color: #93a6ff !important; }
  .bar { background: #7288ee !important; }
  .button { background: #93a6ff !important; color: #15171b !important; }
}`;

/**
 * A table with the full available width.
 * @param props.layout the table is only for layout; screen readers ignore its structure.
 */
export function Table({ children, layout = false }: { children: ReactNode; layout?: boolean }) {
  return (
    <table role={layout ? 'presentation' : undefined} width="100%" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A link that looks like a button. */
export function Button({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="button"
      style={{
        display: 'inline-block',
        padding: '11px 20px',
        borderRadius: 8,
        textDecoration: 'none',
        background: '#3b5bdb',
        color: '#ffffff',
        fontWeight: 'bold',
      }}
    >
      {children}
    </a>
  );
}

interface Props {
  /** The language of all texts. */
  language: string;
  title: string;
  /** The preview that mail clients show next to the subject. */
  preview: string;
  children: ReactNode;
  foot: ReactNode;
}

/** The layout of a mail: one column, at most 600 pixels wide, on a muted background. */
export function Frame({ language, title, preview, children, foot }: Props) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f6f7f9' }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          className="page"
          style={{ background: '#f6f7f9' }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px' }}>
                <table
                  role="presentation"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  border={0}
                  style={{ maxWidth: 600, fontFamily: FONT, fontSize: 15, lineHeight: '21px' }}
                >
                  <tbody>
                    <tr>
                      <td
                        className="card"
                        style={{
                          padding: '26px 24px',
                          background: '#ffffff',
                          color: '#1c1e21',
                          border: '1px solid #e3e6eb',
                          borderRadius: 12,
                        }}
                      >
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="quiet" style={{ ...QUIET, padding: '16px 24px', fontSize: 13 }}>
                        {foot}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
