import { useDeferredValue } from 'react';
import type { AnyVariables } from 'urql';
import { useAsk } from '../shared/client.ts';
import type { Website } from './types.ts';
import { useRefreshed } from './useRefreshed.ts';

interface Options {
  /** As the page shows it; null during the first load. */
  website: Website | null;
  /** Whether not to ask yet, such as while other numbers of the page are loading. */
  pause: boolean;
}

/**
 * Asks for something once the page has painted its own numbers, and again after each of their refreshes. To
 * ask earlier, and to render that something is asked, would delay these numbers.
 * @returns as `useAsk`. `isPaused`: whether it does not ask yet; `isPainted`: whether the numbers of the page
 *   are painted; `isCurrent`: whether `data` is that of these variables; `read` asks again.
 */
export function useAskLater<Result, Variables extends AnyVariables>(
  document: Parameters<typeof useAsk<Result, Variables>>[0],
  variables: Variables,
  { website, pause }: Options,
) {
  const painted = useDeferredValue(website);
  const isPainted = painted === website;
  const isPaused = pause || website === null || !isPainted;
  const [{ data, error, fetching, operation }, refetch] = useAsk(document, variables, { pause: isPaused });
  const read = () => refetch({ requestPolicy: 'network-only' });
  useRefreshed(painted, () => {
    if (!isPaused) read();
  });
  const isCurrent = !isPaused && JSON.stringify(operation?.variables) === JSON.stringify(variables);
  return { data, error, fetching, operation, isPaused, isPainted, isCurrent, read };
}
