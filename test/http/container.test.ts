import { expect, test } from '@jest/globals';
import { containerHint } from '../../src/http/container.ts';

const within = (mark: string) => (file: string) => file === mark;

test.each(['/.dockerenv', '/run/.containerenv'])(
  'HOST of loopback in a container (%s) is explained',
  (mark) => {
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
      expect(containerHint(host, within(mark))).toMatch(
        /^HOST=\S+ admits only programs in this container\..*-p 127/,
      );
    for (const host of [undefined, '0.0.0.0', '172.17.0.2'])
      expect(containerHint(host, within(mark))).toBeNull();
    expect(containerHint('127.0.0.1', () => false)).toBeNull();
  },
);
