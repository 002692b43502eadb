import { useEffect } from 'react';

/**
 * Looks for something again and again as long as the page is visible, and when it becomes visible.
 * @param look must stay the same function.
 * @param pauseMs the time between two looks.
 */
export function useLooking(look: () => void, pauseMs: number): void {
  useEffect(() => {
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(lookIfVisible, pauseMs);
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfVisible);
    };
  }, [look, pauseMs]);
}
