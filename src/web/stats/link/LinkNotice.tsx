import { Bookmark } from 'lucide-react';
import './linkNotice.css';

/** Names the segment to which the shared link of the page is limited. */
export function LinkNotice({ segment }: { segment: string }) {
  return (
    <p className="link-notice">
      <Bookmark size={15} aria-hidden />
      <span>
        Only the segment <strong>{segment}</strong>
      </span>
    </p>
  );
}
