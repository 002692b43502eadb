import { readFileSync } from 'node:fs';
import { AddressError } from './addressError.ts';

/** TLS as the driver expects it; undefined leaves it to the driver's defaults. */
export type Tls =
  | {
      ca?: string;
      cert?: string;
      key?: string;
      rejectUnauthorized?: boolean;
      checkServerIdentity?: () => undefined;
    }
  | false
  | undefined;

const MODES = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];

/**
 * Reads the parameters of TLS as PostgreSQL's own programs do, so that one URL means the same for psql,
 * pg_dump and Footfall (decision 060). The driver would check certificates for `sslmode=require`, and refuse
 * those that are signed by themselves. `allow` and `prefer` do not try a second time: they are `disable` and
 * `require`.
 */
export function readTls(parameters: URLSearchParams): Tls {
  const parameter = (name: string) => parameters.get(name) || undefined;
  const ssl = parameter('ssl');
  const isOn = isDirect(parameters) || ssl === 'true' || ssl === '1';
  const given = parameter('sslmode') ?? (isOn ? 'require' : ssl);
  if (given === undefined) return undefined;
  if (!MODES.includes(given))
    throw new AddressError(`have one of these values as sslmode: ${MODES.join(', ')}`);
  if (given === 'disable' || given === 'allow') return false;
  const root = parameter('sslrootcert');
  const files = {
    ...(root && root !== 'system' && { ca: contentOf('sslrootcert', root) }),
    ...(parameter('sslcert') && { cert: contentOf('sslcert', parameter('sslcert')) }),
    ...(parameter('sslkey') && { key: contentOf('sslkey', parameter('sslkey')) }),
  };
  if (given === 'verify-full' || root === 'system') return files;
  if (given === 'verify-ca' && !root)
    throw new AddressError(
      'name the certificate of a CA with sslmode=verify-ca, for example sslrootcert=/etc/ssl/db-ca.pem',
    );
  const checksNothing = given === 'no-verify' || !root;
  return checksNothing
    ? { ...files, rejectUnauthorized: false }
    : { ...files, checkServerIdentity: () => undefined };
}

/** Whether TLS begins with the first byte, as servers since PostgreSQL 17 allow it. */
export const isDirect = (parameters: URLSearchParams) => parameters.get('sslnegotiation') === 'direct';

function contentOf(name: string, file = ''): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AddressError(`name a file that can be read as ${name}: ${file} cannot (${code})`);
  }
}
