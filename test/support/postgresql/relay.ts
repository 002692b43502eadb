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

/** Sees the data of each connection; they are numbered from 0. */
export interface RelayEvents {
  /** Called after data of the client was passed on to the server. */
  sent?(data: Buffer, connection: number): void;
  /** Called before data of the server is passed on to the client. */
  received?(data: Buffer, connection: number): void;
}

export async function startRelay(
  target: { host: string; port: number },
  events: RelayEvents = {},
): Promise<Relay> {
  let connections = 0;
  let state: 'open' | 'cut' | 'hanging' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    const connection = connections++;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (data: Buffer) => {
        if (one === far) events.received?.(data, connection);
        other.write(data);
        if (one === near) events.sent?.(data, connection);
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
