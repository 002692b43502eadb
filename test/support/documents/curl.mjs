// The subset of curl that the documents use, for machines without curl. It sends all requests to the test
// server.
import { readFileSync, writeFileSync } from 'node:fs';

const [headers, data] = [new Headers(), []];
let [method, query, url, file, upload] = [undefined, false, undefined, undefined, undefined];
const args = process.argv.slice(2);
const isJson = (text) => text.startsWith('{');
while (args.length > 0) {
  const arg = args.shift();
  if (arg === '-H') {
    const [name, ...value] = args.shift().split(': ');
    headers.set(name, value.join(': '));
  } else if (arg === '-d') data.push(args.shift());
  else if (arg === '--data-urlencode') {
    const [name, ...value] = args.shift().split('=');
    data.push(`${name}=${encodeURIComponent(value.join('='))}`);
  } else if (arg === '-X') method = args.shift();
  else if (arg === '-o') file = args.shift();
  else if (arg === '-T') upload = readFileSync(args.shift());
  else if (arg === '-G') query = true;
  else if (!arg.startsWith('-') && url === undefined) url = new URL(arg);
  else throw new Error(`This curl does not support ${arg}.`);
}
const body = data.join('&');
if (query) url.search = [url.search.slice(1), body].filter(Boolean).join('&');
if (body && !query && !headers.has('content-type') && !isJson(body))
  headers.set('content-type', 'application/x-www-form-urlencoded');
const answer = await fetch(new URL(url.pathname + url.search, process.env.SERVER), {
  method: method ?? (body && !query ? 'POST' : 'GET'),
  headers,
  body: upload ?? (body && !query ? body : undefined),
});
if (file) writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
else process.stdout.write(await answer.text());
// Like --fail: an example must not be rejected.
if (answer.status >= 400) process.exitCode = 22;
