import { describe, expect, test } from '@jest/globals';
import { PRIVACY, SCOPES, type Viewer } from '../../src/auth/viewer.ts';
import type { Website } from '../../src/generated/prisma/client.ts';
import { hiddenBelow } from '../../src/stats/access.ts';

const website = { id: 1, teamId: 1, privacy: PRIVACY.public, hideBelow: 5 } as Website;
const account = {
  kind: 'account',
  accountId: 1,
  memberId: 1,
  teamId: 1,
  blockedTeamId: null,
  role: 'viewer',
  websites: null,
  websiteId: null,
  segmentId: null,
  key: null,
  session: null,
  scopes: new Set(SCOPES),
  opens: () => false,
} as const satisfies Viewer;

describe('small counts are hidden from', () => {
  test.each<[who: string, viewer: Viewer, hidden: number]>([
    ['anyone', { kind: 'anonymous', opens: () => false }, 5],
    ['those who gave the password of the page', { kind: 'anonymous', opens: () => true }, 5],
    ['other teams', { ...account, teamId: 2 }, 5],
    ['other teams that gave the password', { ...account, teamId: 2, opens: () => true }, 5],
    ['keys of the team for another website', { ...account, websiteId: 2 }, 5],
    ['keys of the team without the scope', { ...account, scopes: new Set(['websites:read']) }, 5],
    ['no member', account, 0],
    ['members who are limited to other websites', { ...account, websites: new Set([2]) }, 5],
    ['no member who is limited to the website', { ...account, websites: new Set([1]) }, 0],
    ['no key of the team for the website', { ...account, websiteId: 1 }, 0],
    ['no key that is limited to a segment', { ...account, websiteId: 1, segmentId: 3 }, 0],
  ])('%s', (_who, viewer, hidden) => {
    expect(hiddenBelow(website, { viewer })).toBe(hidden);
    expect(hiddenBelow({ ...website, hideBelow: null }, { viewer })).toBe(0);
  });
});
