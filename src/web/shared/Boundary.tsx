import { Component, type ReactNode } from 'react';
import { t } from './i18n/t.ts';

interface Props {
  /** Says what cannot be shown; by default a part of the page. */
  text?: string;
  className?: string;
  children: ReactNode;
}

/**
 * Keeps the rest of the page if a part of it cannot be loaded, because the connection was lost or the server
 * now runs a newer version. Offers to load the page again, not only the part: browsers remember modules that
 * could not be loaded, and a newer version has other modules. The address has what the page shows.
 */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { text = t('part.failed'), className = '' } = this.props;
    return (
      <div className={`part-failed ${className}`} role="alert">
        <p className="quiet">{text}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t('button.reload')}
        </button>
      </div>
    );
  }
}
