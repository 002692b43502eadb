import { useEffect, useState } from 'react';

/** Returns a typed text without spaces around it, as soon as nothing was typed for some milliseconds. */
export function usePaused(typed: string, pauseMs: number): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return text;
}
