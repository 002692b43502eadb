/** A request of GraphiQL: an operation from the editor, or the introspection query. */
interface GraphqlRequest {
  query: string;
  operationName?: string | null;
  variables?: unknown;
}

/**
 * Sends an operation for GraphiQL. After a change of tabs, GraphiQL briefly keeps the operation name of the
 * previous tab. A name that the document does not contain is omitted; the server then runs the only
 * operation.
 * @returns the response of the server, even if it is an error; for a subscription its messages.
 */
export async function fetchOperation(
  { query, operationName, variables }: GraphqlRequest,
  { headers }: { headers?: Record<string, string> | null } = {},
): Promise<unknown> {
  const name = operationName && hasOperation(query, operationName) ? operationName : undefined;
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ query, operationName: name, variables }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return messagesOf(response);
  return response.json();
}

/** Returns the messages of a subscription. The end of the iteration closes the connection at once. */
function messagesOf({ body }: Response): AsyncIterableIterator<unknown> {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const messages = parseMessages(reader);
  return {
    next: () => messages.next(),
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* parseMessages(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<unknown> {
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = `${rest}${value}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^event: next\ndata: (.*)$/s.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

/** Needs no escaping, because GraphQL names have only letters, digits and underscores. */
function hasOperation(query: string, name: string): boolean {
  return new RegExp(`\\b(query|mutation|subscription)\\s+${name}\\b`).test(query);
}
