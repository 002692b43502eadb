import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { startTestServer } from '../support/server.ts';

/** More connections than a Node server lets wait by default, which is 511. */
const SURGE = 700;

/** Opens connections, and counts in shared memory those that the operating system has accepted. */
const CLIENT = `
  const { connect } = require('node:net');
  const { workerData: { port, surge, shared } } = require('node:worker_threads');
  const opened = new Int32Array(shared);
  for (let index = 0; index < surge; index += 1)
    connect(port, '127.0.0.1', () => {
      if (Atomics.add(opened, 0, 1) + 1 === surge) Atomics.notify(opened, 0);
    }).on('error', () => undefined);
`;

/** How many connections the operating system lets wait; 0 if it does not say. */
const allowed =
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;

(allowed < SURGE ? test.skip : test)('a surge of connections waits while the server is busy', async () => {
  await using server = await startTestServer();
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port: Number(new URL(server.url).port), surge: SURGE, shared: opened.buffer };
  const clients = new Worker(CLIENT, { eval: true, workerData });
  try {
    await new Promise((resolve) => clients.once('online', resolve));
    // The server accepts nothing meanwhile. Without room, the last connections would never open.
    const deadline = Date.now() + 60_000;
    for (let count = 0; count < SURGE && Date.now() < deadline; count = Atomics.load(opened, 0))
      Atomics.wait(opened, 0, count, 100);
    expect(opened[0]).toBe(SURGE);
  } finally {
    await clients.terminate();
  }
});
