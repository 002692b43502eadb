/** A request of GraphiQL: an operation from the editor, or the introspection query. */
interface Asked {
  query: string;
  operationName?: string | null;
  variables?: unknown;
}

/**
 * Sends an operation for GraphiQL. After a change of tabs, GraphiQL briefly keeps the operation name of the
 * previous tab. A name that the document does not contain is omitted; the server then runs the only
 * operation.
 * @returns the response of the server, even if it is an error.
 */
export async function fetchOperation(
  { query, operationName, variables }: Asked,
  { headers }: { headers?: Record<string, string> | null } = {},
): Promise<unknown> {
  const name = operationName && hasOperation(query, operationName) ? operationName : undefined;
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ query, operationName: name, variables }),
  });
  return response.json();
}

/** Needs no escaping, because GraphQL names have only letters, digits and underscores. */
function hasOperation(query: string, name: string): boolean {
  return new RegExp(`\\b(query|mutation|subscription)\\s+${name}\\b`).test(query);
}
