import { useEffect, useRef, useState } from 'react';

/** Distance from the window at which an element counts as seen, so that it is read in time. */
const MARGIN = '400px';

/**
 * Returns whether an element has come near the window. What few people scroll to is read only then.
 * @param isWanted whether it counts as seen in any case.
 */
export function useSeen(isWanted: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(isWanted);
  if (isWanted && !isSeen) setSeen(true);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { element, isSeen };
}
