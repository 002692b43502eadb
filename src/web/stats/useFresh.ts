import { useEffect, useRef } from 'react';

const OLD_MS = 60_000;

/**
 * Refreshes if the user returns to the page after more than a minute, because today's statistics have
 * changed, and when the connection is back.
 * @param isKept whether the page shows the numbers that it had before the connection was lost.
 */
export function useFresh(refresh: () => void, isKept: boolean): void {
  const latest = useRef({ refresh, isKept });
  latest.current = { refresh, isKept };
  useEffect(() => {
    let left = Date.now();
    const changed = () => {
      if (document.hidden) left = Date.now();
      else if (Date.now() - left > OLD_MS) latest.current.refresh();
    };
    const online = () => latest.current.isKept && latest.current.refresh();
    document.addEventListener('visibilitychange', changed);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      removeEventListener('online', online);
    };
  }, []);
}
