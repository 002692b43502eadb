import { useEffect, useRef, useState } from 'react';
import type { TypedDocumentString } from '../../gql/graphql.ts';
import type { LiveState } from './keepStream.ts';

interface StreamOptions {
  /** The name of the stream: tabs with the same name share it. Null for none. */
  name: string | null;
  headers?: () => Record<string, string>;
}

const NONE = { status: 'connecting', data: null } as const;
const NO_HEADERS = () => ({});

/**
 * Runs a subscription while the page is visible, in one stream for all tabs of this browser. The code for it
 * is loaded when the page has been rendered.
 * @param variables may not change while the name is the same.
 */
export function useStream<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { name, headers = NO_HEADERS }: StreamOptions,
): LiveState<Result> {
  const [state, setState] = useState<LiveState<Result>>(NONE);
  const visible = useVisible();
  const latest = useRef({ query: document.toString(), variables, headers });
  latest.current = { query: document.toString(), variables, headers };
  useEffect(() => {
    if (name === null || !visible) return;
    let leave: (() => void) | null = null;
    let left = false;
    import('./shareStream.ts').then(
      ({ shareSubscription }) => {
        if (!left) leave = shareSubscription<Result>(name, latest.current, setState);
      },
      () => undefined,
    );
    return () => {
      left = true;
      leave?.();
      // Numbers from before a pause are old.
      setState((last) => (last.status === 'ended' ? last : { status: 'connecting', data: last.data }));
    };
  }, [name, visible]);
  return state;
}

/** Whether the tab is visible. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const changed = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  return visible;
}
