import { decodeCredential, ESCAPES } from '../../validation/credentials.ts';
import { AddressError } from './addressError.ts';
import { isDirect, readTls, type Tls } from './tls.ts';

/** What a `postgresql:` URL says about connections. */
export interface Address {
  /** A name, an IP address, or the folder of the server's socket; undefined for the driver's default. */
  host: string | undefined;
  port: number | undefined;
  user: string | undefined;
  password: string | undefined;
  database: string;
  /** The schema of Footfall's tables; null if the database decides (schema.ts). */
  schema: string | null;
  /**
   * Read on demand, because it may read files.
   * @throws AddressError.
   */
  readonly tls: Tls;
  /** Whether TLS begins without asking the server first. */
  directTls: boolean;
  /** The most connections of an instance (`connection_limit`, as for Prisma); null for no limit. */
  connectionLimit: number | null;
  /** Settings of the session, in the form of PostgreSQL's command line. */
  options: string | undefined;
}

/** User and password; hosts; database; parameters. None may contain a character that begins the next. */
const PARTS = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^/?#@]*))?(?:\?([^#]*))?$/;
/** A name or an IPv4 address, or an IPv6 address in brackets; and a port. */
const HOST = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d*))?$/;

const SHAPE =
  'be file: and a path, for example file:./data/footfall.db, or a PostgreSQL URL with a database name, ' +
  'for example postgresql://user:password@db.example.com:5432/footfall';
const ONE_HOST =
  'name one host; it names several. Set a name or an address that always leads to the primary, ' +
  'such as that of a load balancer';

/**
 * Reads a URL as PostgreSQL's own programs do, in each of their forms: with a socket as the host
 * (`postgresql:///footfall?host=/run/postgresql`), with the database as a parameter, or without a user.
 * @throws AddressError that says what the URL must be, without a part of the URL.
 */
export function parseAddress(url: string): Address {
  const parts = PARTS.exec(url);
  if (!parts) throw new AddressError(/^postgres(ql)?:.*[#@]/s.test(url) ? ESCAPES : SHAPE);
  const [, login, hosts = '', path = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) || undefined;
  const hostList = parameter('host') ?? hosts;
  if (hostList.includes(',')) throw new AddressError(ONE_HOST);
  const database = decodeCredential(path) || parameter('dbname');
  const [, v6, name = '', port = ''] = HOST.exec(hosts) ?? [];
  // What looks like a host or a parameter may be the rest of a password.
  if (!HOST.test(hosts) || !database) throw new AddressError(query.includes('@') ? ESCAPES : SHAPE);
  const colon = login?.indexOf(':') ?? -1;
  const user = decodeCredential(colon < 0 ? (login ?? '') : (login ?? '').slice(0, colon));
  return {
    host: parameter('host') ?? (v6 || decodeCredential(name) || undefined),
    port: Number(parameter('port') ?? port) || undefined,
    user: user || parameter('user'),
    password: (colon < 0 ? '' : decodeCredential((login ?? '').slice(colon + 1))) || parameter('password'),
    database,
    schema: parameter('schema') ?? null,
    connectionLimit: Number(parameter('connection_limit')) || null,
    get tls() {
      return readTls(parameters);
    },
    directTls: isDirect(parameters),
    options: parameter('options'),
  };
}

/** Returns the end of an error message that begins with "DATABASE_URL must"; null for a valid URL. */
export function addressProblem(url: string): string | null {
  try {
    void parseAddress(url).tls;
    return null;
  } catch (error) {
    if (error instanceof AddressError) return error.message;
    throw error;
  }
}

/** Describes the database behind a URL, without its user and password. */
export function whereIs(url: string): string {
  const { host = 'localhost', port, database, schema } = parseAddress(url);
  const name = host.includes(':') ? `[${host}]` : host;
  const server = host.startsWith('/') ? `the socket in ${host}` : `${name}${port ? `:${port}` : ''}`;
  const part = schema === null || schema === 'public' ? '' : `, schema ${schema},`;
  return `The database ${database}${part} on ${server}`;
}

/** Returns a URL of the same database that `new URL` can parse, and that names the schema and the limit. */
export function resolvedUrl(url: string, schema: string, connectionLimit: number | null = null): string {
  const { host, port, user, password, database } = parseAddress(url);
  const parameters = new URLSearchParams(url.split('?')[1]);
  for (const name of ['user', 'password', 'dbname']) parameters.delete(name);
  parameters.set('schema', schema);
  if (connectionLimit !== null) parameters.set('connection_limit', String(connectionLimit));
  if (host) parameters.set('host', host);
  if (port) parameters.set('port', String(port));
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  const login = user === undefined && !secret ? '' : `${encodeURIComponent(user ?? '')}${secret}@`;
  // The parameter wins. A URL with a user needs a host.
  return `postgresql://${login}localhost/${encodeURIComponent(database)}?${parameters}`;
}
