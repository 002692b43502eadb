import { useEffect, useRef } from 'react';

/**
 * Calls `refresh` whenever the page has read its numbers again, for what is read separately.
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
