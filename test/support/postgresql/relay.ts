import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Passes connections on to a server, and can be cut like a cable. */
export interface Relay {
  port: number;
  /** Closes all connections, and refuses new ones. */
  cut(): void;
  /** Passes nothing on, and keeps all connections open: the server seems to hang. */
  hang(): void;
  /** Passes everything on again, also what arrived meanwhile. */
  mend(): void;
  close(): Promise<void>;
}

/** @param onSent called after data of a client was passed on to the server. */
export async function startRelay(
  target: { host: string; port: number },
  onSent: (data: Buffer) => void = () => undefined,
): Promise<Relay> {
  let state: 'open' | 'cut' | 'hanging' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (data: Buffer) => {
        other.write(data);
        if (one === near) onSent(data);
      });
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (state === 'hanging') one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    hang() {
      state = 'hanging';
      for (const socket of sockets) socket.pause();
    },
    mend() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
