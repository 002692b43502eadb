import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** A port whose messages nobody receives. */
let closed: MessagePort | null = null;

/**
 * Frees the memory of bytes that are no longer needed. Garbage collections would free it later: they follow
 * the objects of the heap, and see little of what a few large buffers take. The bytes are empty afterwards.
 * Bytes that share a larger buffer are left as they are.
 */
export function release(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return;
  if (!closed) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    port1.unref();
    closed = port1;
  }
  // A buffer that is moved into a message is freed with it.
  closed.postMessage(null, [buffer]);
}
