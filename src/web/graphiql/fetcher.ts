/** What GraphiQL asks for: an operation of the editor, or the introspection. */
interface Asked {
  query: string;
  operationName?: string | null;
  variables?: unknown;
}

/**
 * Sends an operation for GraphiQL. After a change of tabs, GraphiQL keeps the name of the last tab's operation
 * for a moment. A name that the document does not have is left out; the server then runs its only operation.
 * @returns the answer of the server, also where it is an error.
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

/** Names of GraphQL have only letters, digits and underscores. */
function hasOperation(query: string, name: string): boolean {
  return new RegExp(`\\b(query|mutation|subscription)\\s+${name}\\b`).test(query);
}
