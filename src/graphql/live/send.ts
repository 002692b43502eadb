import type { Plugin } from 'graphql-yoga';
import type { Context as KoaContext } from 'koa';
import { allowEndless } from '../../http/connections.ts';
import { EVENTS, EventStream, nextEvent, STREAM_HEADERS } from '../../http/eventStream.ts';
import type { Message, StreamEnd } from '../../live/stream.ts';

/** Where the stream of a subscription is put for {@link sendEvents}. */
export interface Streamed {
  events?: Messages;
}

/** The messages of a subscription; how they end is known only of those of a live stream. */
type Messages = AsyncIterable<Message | object, StreamEnd | undefined>;

/** Takes the messages of a subscription out of Yoga's response, whose streams take more time and memory. */
export const ownEventStreams: Plugin<object, { streamed: Streamed }> = {
  onResultProcess({ result, setResultProcessor, serverContext }) {
    if (Array.isArray(result) || !(Symbol.asyncIterator in result)) return;
    setResultProcessor((events, fetchAPI) => {
      serverContext.streamed.events = events as Messages;
      return new fetchAPI.Response(null, { status: 200 });
    }, EVENTS);
  },
};

/** Sends the messages of a subscription as the response. */
export function sendEvents(ctx: KoaContext, messages: Messages): void {
  const { res } = ctx;
  allowEndless(res);
  ctx.status = 200;
  ctx.body = new EventStream(eventsOf(messages), () => res.writableLength);
  setStreamHeaders(ctx);
}

/** Sets the headers of an event stream. To be called after the body, for which Koa sets a type of its own. */
export function setStreamHeaders(ctx: KoaContext): void {
  // Compression would hold messages back.
  Object.assign(ctx, { compress: false });
  ctx.set(STREAM_HEADERS);
}

/** The events of messages, which the streams of a group share. */
const events = new WeakMap<object, Buffer>();

function eventOf(message: Message | object): Buffer {
  let event = events.get(message);
  if (!event) {
    event = nextEvent('text' in message ? message.text : JSON.stringify(message));
    events.set(message, event);
  }
  return event;
}

function eventsOf(messages: Messages): AsyncIterator<Buffer, StreamEnd | undefined> {
  const iterator = messages[Symbol.asyncIterator]();
  return {
    async next() {
      const result = await iterator.next();
      return result.done ? result : { done: false, value: eventOf(result.value) };
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}
