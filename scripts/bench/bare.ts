/**
 * The baselines of the benchmarks: bare.ts node | koa | yoga. The first two accept the same requests as
 * Footfall, parse the JSON, answer 202 and store nothing; the third serves a GraphQL schema with one field.
 * Listens on PORT.
 */
import { createServer } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { createSchema, createYoga } from 'graphql-yoga';
import Koa from 'koa';

const port = Number(process.env.PORT);

if (process.argv[2] === 'koa') {
  const app = new Koa();
  app.use(bodyParser());
  app.use((ctx) => {
    ctx.status = ctx.request.body ? 202 : 400;
    ctx.body = '';
  });
  app.listen(port);
} else if (process.argv[2] === 'yoga') {
  createServer(
    createYoga({ schema: createSchema({ typeDefs: 'type Query { hello: String }' }), logging: false }),
  ).listen(port);
} else {
  createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      response.statusCode = JSON.parse(text || 'null') ? 202 : 400;
      response.end();
    });
  }).listen(port);
}
