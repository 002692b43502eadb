import { Component, type ReactNode } from 'react';

interface Props {
  /** What is shown where a part cannot be. */
  otherwise: ReactNode;
  children: ReactNode;
}

/** Keeps the page where a part of it could not be loaded: the connection is gone, or the server is a newer one by now. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
