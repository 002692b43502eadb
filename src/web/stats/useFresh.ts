import { useEffect, useRef } from 'react';

const OLD_MS = 60_000;

/**
 * Refreshes if the user returns to the page after more than a minute, because today's statistics have
 * changed, and when the connection is back.
 */
export function useFresh(refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    let left = Date.now();
    const changed = () => {
      if (document.hidden) left = Date.now();
      else if (Date.now() - left > OLD_MS) latest.current();
    };
    const online = () => latest.current();
    document.addEventListener('visibilitychange', changed);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      removeEventListener('online', online);
    };
  }, []);
}
