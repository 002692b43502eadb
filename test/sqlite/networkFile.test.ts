import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fileSystemOf, refuseNetworkFile } from '../../src/db/sqlite/fileSystem.ts';
import { root } from '../../src/root.ts';

/** Lines as Linux 6 writes them. */
const mountinfo = (point: string, type: string) =>
  [
    '26 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
    '41 26 0:52 /export /mnt/data rw,relatime shared:22 - nfs4 10.0.0.2:/export rw,vers=4.2',
    `42 26 0:53 / ${point} rw,relatime shared:23 master:1 - ${type} source rw`,
    '',
  ].join('\n');

test.each([
  ['/mnt/data/footfall', '/srv', 'ext4', 'nfs4'],
  ['/mnt/database', '/srv', 'ext4', 'ext4'],
  ['/', '/srv', 'ext4', 'ext4'],
  ['/srv/a/b', '/srv', 'xfs', 'xfs'],
  ['/mnt/data/local/x', '/mnt/data/local', 'btrfs', 'btrfs'],
  ['/my data/x', '/my\\040data', 'cifs', 'cifs'],
  ['/mnt/data', '/mnt/data', 'tmpfs', 'tmpfs'],
])('%s with a mount on %s of %s is on %s', (folder, point, type, found) => {
  expect(fileSystemOf(folder, mountinfo(point, type))).toBe(found);
});

test.each(['nfs', 'nfs4', 'cifs', 'smb3', 'ceph', 'afs', 'fuse.sshfs', 'fuse.glusterfs', 'fuse.rclone'])(
  'a database on %s is refused before the folder is created',
  (type) => {
    expect(() => refuseNetworkFile(`${root}/missing/footfall.db`, mountinfo(root, type))).toThrow(
      expect.objectContaining({
        advice: expect.stringMatching(
          new RegExp(
            `footfall\\.db is on a network file system \\(${type}\\), .* local disk, or .*PostgreSQL`,
          ),
        ),
      }),
    );
  },
);

test.each(['ext4', 'overlay', 'tmpfs', 'zfs', 'fuse.mergerfs', 'virtiofs', '9p'])(
  'a database on %s is accepted',
  (type) => {
    expect(() => refuseNetworkFile(`${root}/footfall.db`, mountinfo(root, type))).not.toThrow();
  },
);

test('the mounts of this machine can be read', () => {
  expect(fileSystemOf('/proc/self', readFileSync('/proc/self/mountinfo', 'utf8'))).toBe('proc');
});
