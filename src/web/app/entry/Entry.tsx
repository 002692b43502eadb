import type { ReactNode } from 'react';
import { NoticeBrand } from '../../shared/NoticeBrand.tsx';
import { View } from '../layout/View.tsx';
import './entry.css';

/** The layout of views without a logged-in user: one card below the product's name, as Notice.tsx has it. */
export function Entry({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="notice entry">
      <NoticeBrand />
      <div className="card">
        <View title={title} lead={lead}>
          {children}
        </View>
      </div>
    </div>
  );
}
