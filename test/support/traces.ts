import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { CITUS, KIND } from './database.ts';
import { openCluster } from './postgresql/cluster.mjs';
import { runSql } from './postgresql/sql.ts';
import type { TestServer } from './server.ts';

/** A person whose personal data must not be stored. */
export interface Somebody {
  address: string;
  userAgent: string;
}

/** A byte sequence to search for, and its name. */
interface Trace {
  name: string;
  bytes: Buffer;
}

const texts = (name: string, forms: string[]): Trace[] =>
  forms.map((form) => ({ name: `${name} as ${form}`, bytes: Buffer.from(form.toLowerCase(), 'latin1') }));

/** Unsalted hashes are no better than the value itself: there are few enough addresses to try them all. */
const hashes = (value: string | Uint8Array) =>
  ['md5', 'sha1', 'sha256'].flatMap((algorithm) => {
    const digest = () => createHash(algorithm).update(value);
    return [digest().digest('hex'), digest().digest('base64')];
  });

/** The forms in which an address could have been stored. */
function addressTraces(address: string): Trace[] {
  const parsed = ipaddr.parse(address);
  const bytes = Buffer.from(parsed.toByteArray());
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const common = [address, parsed.toString(), hex, base64, ...hashes(address), ...hashes(bytes)];
  if (parsed instanceof ipaddr.IPv4) {
    const mapped = parsed.toIPv4MappedAddress();
    return texts(address, [...common, String(bytes.readUInt32BE()), mapped.toRFC5952String()]);
  }
  const full = [parsed.toNormalizedString(), (hex.match(/.{4}/g) ?? []).join(':')];
  // Only for IPv6: the four bytes of an IPv4 address could occur by chance, sixteen bytes cannot.
  return [...texts(address, [...common, ...full]), { name: `${address} in binary`, bytes }];
}

/** The forms in which a User-Agent could have been stored: whole, its distinctive words, or hashed. */
function userAgentTraces(userAgent: string): Trace[] {
  const words = userAgent.split(' ').filter((word) => /unmistakable/i.test(word));
  return texts('User-Agent', [userAgent, ...words, ...hashes(userAgent)]);
}

const lowerCase = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');

/** The names of the traces found in the bytes; text is compared case-insensitively. */
export function tracesIn(content: Buffer, people: readonly Somebody[]): string[] {
  const folded = lowerCase(content);
  const traces = people.flatMap(({ address, userAgent }) => [
    ...addressTraces(address),
    ...userAgentTraces(userAgent),
  ]);
  return traces
    .filter(({ bytes, name }) => (name.endsWith('binary') ? content : folded).includes(bytes))
    .map(({ name }) => name);
}

/**
 * The bytes of every file of the server's database. SQLite: the file, its journal and index; PostgreSQL:
 * tables and indexes.
 */
export async function databaseBytes(server: TestServer): Promise<Buffer> {
  if (KIND === 'postgresql') return tableBytes(server.database.url);
  const folder = path.dirname(server.database.file);
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(path.join(folder, name)))));
}

const FILES = `SELECT pg_read_binary_file(pg_relation_filepath(oid)) AS "bytes" FROM pg_class
  WHERE relkind IN ('r', 'i', 't', 'S') AND pg_relation_filepath(oid) LIKE 'base/%'`;

async function tableBytes(url: string): Promise<Buffer> {
  const files = CITUS
    ? await shardFiles(url)
    : [await runSql('CHECKPOINT', url), await runSql(FILES, url)].flat();
  return Buffer.concat((files as { bytes: Buffer }[]).map(({ bytes }) => bytes));
}

/** The files on every node, including shards, which Citus hides. */
async function shardFiles(url: string): Promise<unknown[]> {
  const cluster = await openCluster(process.env.CITUS_URL ?? '');
  const name = new URL(url).pathname.slice(1);
  return (
    await cluster.everywhere(name, 'CHECKPOINT', 'SET citus.override_table_visibility = off', FILES)
  ).flat();
}
