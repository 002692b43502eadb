import { createRequest, ssrExchange } from 'urql';

/** A request that the server wrote into the page and startScript.ts sent, while the modules were loading. */
export interface FirstRequest {
  variables: Record<string, unknown>;
  /** The result in the form of GraphQL; null if the request failed: the page then asks again. */
  result: Promise<FirstResult | null>;
}

interface FirstResult {
  data?: unknown;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

declare global {
  interface Window {
    footfallFirst?: FirstRequest;
  }
}

/** How long the page waits for the response at most. Then it asks again, and shows what it is waiting for. */
const WAIT_MS = 10_000;

/** Answers the first query of the page at once, so that its first view has the numbers. */
export const firstExchange = ssrExchange({ isClient: true });

/**
 * Waits for the response to the first request of a page, if there is one.
 * @param query the operation of that request.
 */
export async function receiveFirst(query: string): Promise<void> {
  const { footfallFirst: first } = window;
  if (!first) return;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS));
  const result = await Promise.race([first.result, late]);
  if (!result) return;
  const { key } = createRequest(query, first.variables);
  firstExchange.restoreData({
    [key]: {
      data: JSON.stringify(result.data),
      ...(result.errors && { error: { graphQLErrors: result.errors } }),
    },
  });
}
