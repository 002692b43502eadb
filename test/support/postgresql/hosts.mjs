/**
 * Preloaded into a server (`node --import`): resolves `database.test` to the address in the file of
 * FOOTFALL_TEST_HOSTS, which tests change like a DNS record that is pointed to another machine.
 */
import dns from 'node:dns';
import { readFileSync } from 'node:fs';

const { lookup } = dns;

dns.lookup = (name, options, callback) => {
  if (name !== 'database.test') return lookup(name, options, callback);
  const done = typeof options === 'function' ? options : callback;
  const address = readFileSync(process.env.FOOTFALL_TEST_HOSTS ?? '', 'utf8').trim();
  if (options?.all) process.nextTick(done, null, [{ address, family: 4 }]);
  else process.nextTick(done, null, address, 4);
};
