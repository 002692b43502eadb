import { Agent, request } from 'node:http';
import { httpOf, type Question } from './questions.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request. @returns the latency in ms. @throws for any status but 200, and for GraphQL errors. */
export function ask(url: string, question: Question): Promise<number> {
  const { headers, body } = httpOf(question);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const outgoing = request(new URL(question.path, url), { agent, method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
      });
      incoming.on('end', () => {
        const right = incoming.statusCode === 200 && !text.startsWith('{"errors"');
        if (right) resolve(performance.now() - start);
        else reject(new Error(`${incoming.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
