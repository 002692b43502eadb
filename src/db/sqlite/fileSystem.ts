import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { DatabaseFault } from '../health/faults.ts';

/**
 * File systems of other machines, as Linux names them. SQLite's write-ahead log needs memory that all
 * processes share, which those of two machines cannot, and their locks are not reliable. Source: SQLite's
 * documentation, "Write-Ahead Logging" and "How To Corrupt An SQLite Database File".
 */
const NETWORK =
  /^(nfs\d?|cifs|smb\d?|smbfs|afs|ceph|lustre|gfs2|ocfs2|fuse\.(sshfs|glusterfs|s3fs|rclone|gcsfuse|ceph-fuse|juicefs|curlftpfs|davfs)|davfs)$/;

/** The mounts of this process (proc_pid_mountinfo(5)); empty on other systems than Linux. */
function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the type of the file system of a folder; null if it is unknown.
 * @param mounts the text of mountinfo. Of mounts on the same folder, the last one is visible.
 */
export function fileSystemOf(folder: string, mounts: string): string | null {
  let [longest, type]: [number, string | null] = [-1, null];
  for (const line of mounts.split('\n')) {
    const [mount = '', source = ''] = line.split(' - ');
    const escaped = mount.split(' ')[4];
    if (escaped === undefined) continue;
    const point = escaped.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));
    const isInside = folder === point || folder.startsWith(point.endsWith('/') ? point : `${point}/`);
    if (isInside && point.length >= longest) [longest, type] = [point.length, source.split(' ')[0] ?? null];
  }
  return type;
}

/**
 * Refuses a database file on a network file system, before it is opened.
 * @throws DatabaseFault.
 */
export function refuseNetworkFile(file: string, mounts = readMounts()): void {
  const type = fileSystemOf(existingFolder(path.dirname(file)), mounts);
  if (type === null || !NETWORK.test(type)) return;
  throw new DatabaseFault(
    'refused',
    `The database ${file} is on a network file system (${type}), where SQLite loses data if two machines ` +
      'open it, and its locks are not reliable: put it on a local disk, or set DATABASE_URL to a ' +
      'PostgreSQL database.',
    null,
  );
}

/** The real path of a folder, or of the first one above that exists. */
function existingFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : existingFolder(above);
  }
}
