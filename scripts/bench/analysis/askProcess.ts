/**
 * The process of live.ts that asks the heaviest question again and again: `node askProcess.ts URL FROM TO`.
 * It stops at a message, and sends the number of answers. Asked by the process that sends the hits, the
 * question would delay the hits there.
 */
import { askServer } from './ask.ts';
import { HEAVIEST, operationOf } from './questions.ts';

const [url, from, to] = process.argv.slice(2) as [string, string, string];
const operation = operationOf(HEAVIEST, { from, to });
let asking = true;
process.once('message', () => {
  asking = false;
});
let answers = 0;
for (; asking; answers++) {
  await askServer(url, operation);
  if (answers === 0) process.send?.('started');
}
process.send?.(answers);
process.disconnect();
