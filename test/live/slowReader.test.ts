import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { EventStream, nextEvent } from '../../src/http/eventStream.ts';

const MEBIBYTE = 'x'.repeat(1024 * 1024);

/** A server whose only response is a stream of messages, and what became of the stream. */
async function serve(
  messages: (count: number) => Promise<string>,
  times: { pingMs: number; stallMs: number },
) {
  const state = { taken: 0, returned: false };
  const source: AsyncIterator<Buffer> = {
    async next() {
      state.taken += 1;
      return { done: false, value: nextEvent(await messages(state.taken)) };
    },
    async return() {
      state.returned = true;
      return { done: true, value: undefined };
    },
  };
  let closed: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server: Server = createServer((_request, response) => {
    const stream = new EventStream(source, () => response.writableLength, times);
    response.once('close', () => stream.destroy());
    stream.once('close', () => {
      response.destroy();
      closed();
    });
    stream.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return {
    state,
    socket,
    end,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a client that stops reading is cut off, and only a few messages are taken for it', async () => {
  await using stalled = await serve(async () => MEBIBYTE, { pingMs: 50, stallMs: 200 });
  stalled.socket.pause();
  await stalled.end;
  expect(stalled.state.returned).toBe(true);
  // The buffers of the operating system take several megabytes.
  expect(stalled.state.taken).toBeLessThan(40);
});

test('a client that reads is not cut off, however long nothing happens', async () => {
  const never = new Promise<string>(() => undefined);
  await using idle = await serve(() => never, { pingMs: 20, stallMs: 40 });
  let text = '';
  await new Promise<void>((resolve) => {
    idle.socket.on('data', (chunk) => {
      text += chunk;
      // The first comment, and those of ten pings.
      if (text.split(':\n\n').length > 11) resolve();
    });
  });
  expect(idle.state).toEqual({ taken: 1, returned: false });
});

test('a client that disconnects ends its messages', async () => {
  await using leaving = await serve(async (count) => String(count), { pingMs: 50, stallMs: 200 });
  leaving.socket.once('data', () => leaving.socket.destroy());
  await leaving.end;
  expect(leaving.state.returned).toBe(true);
});

test('an idle stream has a comment at once and every twelve seconds, unless told otherwise', () => {
  jest.useFakeTimers();
  try {
    const idle = { next: () => new Promise<never>(() => undefined) };
    const stream = new EventStream(idle, () => 0);
    const comments = () => String(stream.read() ?? '');
    expect(comments()).toBe(':\n\n');
    jest.advanceTimersByTime(11_999);
    expect(comments()).toBe('');
    jest.advanceTimersByTime(1);
    expect(comments()).toBe(':\n\n');
    stream.destroy();
    jest.advanceTimersByTime(60_000);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
