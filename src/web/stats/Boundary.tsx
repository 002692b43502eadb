import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown if the children cannot be loaded. */
  otherwise: ReactNode;
  children: ReactNode;
}

/**
 * Keeps the rest of the page if a part of it cannot be loaded, because the connection was lost or the server
 * now runs a newer version.
 */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
