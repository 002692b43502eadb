import type { ReactNode } from 'react';
import logo from '../../shared/footfall.svg';
import { View } from '../layout/View.tsx';
import './entry.css';

/** The layout of views without a logged-in user: one centered card. */
export function Entry({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="entry">
      <header className="entry-brand">
        <img src={logo} alt="" width={36} height={36} />
        Footfall
      </header>
      <div className="card">
        <View title={title} lead={lead}>
          {children}
        </View>
      </div>
    </div>
  );
}
