import { Agent, request } from 'node:http';
import type { Operation } from './questions.ts';

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request over a keep-alive connection.
 * @returns the status, the body, and the duration in ms.
 */
export function send(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string; ms: number }> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': length };
    const outgoing = request(url, { agent, method: 'POST', headers: all }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
      });
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text, ms: performance.now() - start }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Asks the server. @returns the rows of the answer, and the duration in ms. @throws for any error. */
export async function askServer(
  url: string,
  { key, query, rowsOf }: Operation,
): Promise<{ rows: string[][]; ms: number }> {
  const headers = { Host: 'stats.example', Authorization: `Bearer ${key}` };
  const { status, text, ms } = await send(`${url}/graphql`, headers, JSON.stringify({ query }));
  const { data, errors } = JSON.parse(text);
  if (status !== 200 || errors) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return { rows: rowsOf(data), ms };
}
