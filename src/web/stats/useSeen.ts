import { useEffect, useRef, useState } from 'react';

/**
 * Returns whether an element has come near the viewport, for parts of the page that are loaded only then.
 * @param margin the distance from the viewport that counts as near, such as `100px`.
 * @param isWanted whether it counts as seen in any case.
 */
export function useSeen(margin: string, isWanted = false) {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(isWanted);
  if (isWanted && !isSeen) setSeen(true);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen, margin]);
  return { element, isSeen };
}
