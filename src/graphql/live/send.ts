import type { Plugin } from 'graphql-yoga';
import type { Context as KoaContext } from 'koa';
import { allowEndless } from '../../http/connections.ts';
import { EventStream } from '../../http/eventStream.ts';
import type { Message } from '../../live/stream.ts';

/** Where the stream of a subscription is put for {@link sendEvents}. */
export interface Streamed {
  events?: AsyncIterable<Message | object>;
}

/** Takes the messages of a subscription out of Yoga's response, whose streams take more time and memory. */
export const ownEventStreams: Plugin<object, { streamed: Streamed }> = {
  onResultProcess({ result, setResultProcessor, serverContext }) {
    if (Array.isArray(result) || !(Symbol.asyncIterator in result)) return;
    setResultProcessor((events, fetchAPI) => {
      serverContext.streamed.events = events as AsyncIterable<object>;
      return new fetchAPI.Response(null, { status: 200 });
    }, 'text/event-stream');
  },
};

/** Sends the messages of a subscription as the response. */
export function sendEvents(ctx: KoaContext, events: AsyncIterable<Message | object>): void {
  const { res } = ctx;
  allowEndless(res);
  // Compression would hold messages back.
  Object.assign(ctx, { compress: false });
  ctx.status = 200;
  ctx.set('Content-Type', 'text/event-stream');
  // Nginx would collect messages in its buffer.
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = new EventStream(textsOf(events), () => res.writableLength);
  ctx.set('Content-Type', 'text/event-stream');
}

/** The JSON of the messages. */
function textsOf(events: AsyncIterable<Message | object>): AsyncIterator<string> {
  const messages = events[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await messages.next();
      if (done) return { done: true, value: undefined };
      return { done: false, value: 'text' in value ? (value as Message).text : JSON.stringify(value) };
    },
    async return() {
      await messages.return?.();
      return { done: true, value: undefined };
    },
  };
}
