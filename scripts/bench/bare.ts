/**
 * The yardsticks of `npm run bench:ingest`: bare.ts node | koa. They take the same requests as Footfall, read the JSON, answer 202
 * and store nothing. PORT says where.
 */
import { createServer } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
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
