import { existsSync } from 'node:fs';

/** Files that Docker and Podman create in each container. */
const MARKS = ['/.dockerenv', '/run/.containerenv'];

/**
 * Returns a hint if the server listens on the loopback interface of a container, which a published port
 * does not reach; null otherwise. It is right if a proxy runs in the same container or pod.
 */
export function containerHint(
  host: string | undefined,
  exists: (file: string) => boolean = existsSync,
): string | null {
  const isLoopback = host !== undefined && (host === 'localhost' || host === '::1' || /^127\./.test(host));
  if (!isLoopback || !MARKS.some(exists)) return null;
  return (
    `HOST=${host} admits only programs in this container. To admit only those of this machine, leave HOST ` +
    'unset, and publish the port on its loopback interface (docker run -p 127.0.0.1:3000:3000).'
  );
}
