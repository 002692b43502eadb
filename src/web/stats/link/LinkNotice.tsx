import { Bookmark } from 'lucide-react';
import { rich } from '../../shared/i18n/t.ts';
import './linkNotice.css';

/** Names the segment to which the shared link of the page is limited. */
export function LinkNotice({ segment }: { segment: string }) {
  return (
    <p className="link-notice">
      <Bookmark size={15} aria-hidden />
      <span>{rich('page.segment', { name: segment, strong: (text) => <strong>{text}</strong> })}</span>
    </p>
  );
}
