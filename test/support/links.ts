import { graphqlData } from './engine/asking.ts';
import type { TestServer } from './server.ts';

export interface CreatedLink {
  id: string;
  databaseId: number;
  url: string;
  /** The last part of the address. */
  token: string;
}

const CREATE = `mutation ($input: CreateSharedLinkInput!) { createSharedLink(input: $input) {
  ... on CreateSharedLinkSuccess { sharedLink { id databaseId url } }
  ... on UserErrors { errors { path message } } } }`;

type Created = { createSharedLink: { sharedLink?: Omit<CreatedLink, 'token'> } };

/** Creates a shared link to website 1; throws the errors of the input. */
export async function newLink(server: TestServer, input: object = {}): Promise<CreatedLink> {
  const { createSharedLink } = await graphqlData<Created>(server, CREATE, {
    input: { websiteId: '1', name: 'Agency', ...input },
  });
  const { sharedLink } = createSharedLink;
  if (!sharedLink) throw new Error(JSON.stringify(createSharedLink));
  return { ...sharedLink, token: sharedLink.url.split('/').at(-1) ?? '' };
}

/** The server as the holder of a shared link sees it. */
export const asHolder = (server: TestServer, { token }: { token: string }, grant = ''): TestServer => ({
  ...server,
  call(where, init = {}) {
    const headers = new Headers(init.headers);
    headers.set('footfall-link', token);
    if (grant) headers.set('footfall-link-grant', grant);
    return server.call(where, { ...init, headers, key: null });
  },
});

const UNLOCK = `mutation ($input: UnlockSharedLinkInput!) { unlockSharedLink(input: $input) {
  ... on UnlockSharedLinkSuccess { unlocked { grant expiresAt } }
  ... on UserErrors { errors { path message } } } }`;

export interface Unlocked {
  unlocked?: { grant: string; expiresAt: string };
  errors?: { path: string[]; message: string }[];
}

/** Gives the password of a link. */
export async function unlock(
  server: TestServer,
  { token }: { token: string },
  password: string,
): Promise<Unlocked> {
  const stranger: TestServer = {
    ...server,
    call: (where, init = {}) => server.call(where, { ...init, key: null }),
  };
  const input = { token, password };
  return (await graphqlData<{ unlockSharedLink: Unlocked }>(stranger, UNLOCK, { input })).unlockSharedLink;
}
