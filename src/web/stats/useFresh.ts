import { useEffect, useRef } from 'react';

const OLD_MS = 60_000;

/** Reads again when somebody comes back to the page after a while: today's numbers have moved on. */
export function useFresh(refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    let left = Date.now();
    const changed = () => {
      if (document.hidden) left = Date.now();
      else if (Date.now() - left > OLD_MS) latest.current();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}
