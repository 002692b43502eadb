import { useEffect, useRef } from 'react';

/**
 * Calls `refresh` after each refresh of the page's numbers, so what is read separately is as new as they are.
 * @param numbers of the page; null until they are first read.
 */
export function useRefreshed(numbers: object | null, refresh: () => void): void {
  const latest = useRef(numbers);
  useEffect(() => {
    const isRefreshed = latest.current !== null && latest.current !== numbers;
    latest.current = numbers;
    if (isRefreshed) refresh();
  });
}
