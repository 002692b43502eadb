import type { Options } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../errors.ts';

/** Who has a password hashed or checked. */
export interface Requester {
  /** What bounds count, such as the client's address (`limitKey`). Empty for a command. */
  client: string;
  /** Somebody who has proved before who they are: goes first, and has places that strangers cannot take. */
  trusted: boolean;
}

/** Hashes and checks passwords with argon2id, few at a time. */
export interface Hashing {
  /** @returns the PHC string. @throws AppError `too_many_requests` while too many wait. */
  hash(password: string, requester?: Requester): Promise<string>;
  /**
   * Whether the password is that of the PHC string. Null, where nobody has that account, takes as long: which addresses have one
   * must not be measurable. Throws as `hash`.
   */
  verify(passwordHash: string | null, password: string, requester?: Requester): Promise<boolean>;
  /** Number of passwords that wait or are being hashed. */
  readonly length: number;
}

export interface HashingOptions {
  /** Of argon2id; the library's defaults (OWASP's recommendation: 19 MiB, 2 passes) if left out. */
  parameters?: Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;
  /** The two functions of the library; replaced in tests. */
  argon2?: {
    hash(password: string, parameters?: Options): Promise<string>;
    verify(passwordHash: string, password: string): Promise<boolean>;
  };
}

/**
 * argon2 runs in libuv's pool of four threads, which also serves files and DNS: a single thread of it hashes, which is some 30
 * passwords a second, and leaves a processor to everything else.
 */
export const CONCURRENCY = 1;
/** How many may wait: for a second or two at most. */
export const MAX_WAITING = { stranger: 24, trusted: 48 } as const;
/** How many one client may have waiting or under way. */
export const MAX_OF_CLIENT = 6;
const RETRY_S = 5;

const operator: Requester = { client: '', trusted: true };

/** The library, loaded with the first password: the server is to be ready before. */
const library = () => import('@node-rs/argon2');
const lazyArgon2: NonNullable<HashingOptions['argon2']> = {
  hash: async (password, parameters) => (await library()).hash(password, parameters),
  verify: async (passwordHash, password) => (await library()).verify(passwordHash, password),
};

/** A queue of its own for hashing; requests share one. */
export function createHashing({ parameters = {}, argon2 = lazyArgon2 }: HashingOptions = {}): Hashing {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const clients = new Map<string, number>();

  async function run<T>({ client, trusted }: Requester, task: () => Promise<T>): Promise<T> {
    const pending = clients.get(client) ?? 0;
    const most = MAX_WAITING[trusted ? 'trusted' : 'stranger'];
    if (queue.size >= most || (client !== '' && pending >= MAX_OF_CLIENT)) throw busy();
    clients.set(client, pending + 1);
    try {
      return await queue.add(task, { priority: trusted ? 1 : 0 });
    } finally {
      const left = (clients.get(client) ?? 1) - 1;
      if (left > 0) clients.set(client, left);
      else clients.delete(client);
    }
  }

  let decoy: string | undefined;

  async function check(passwordHash: string | null, password: string): Promise<boolean> {
    if (passwordHash !== null) return argon2.verify(passwordHash, password);
    decoy ??= await argon2.hash('nobody has this password', parameters);
    await argon2.verify(decoy, password);
    return false;
  }

  return {
    hash: (password, requester = operator) => run(requester, () => argon2.hash(password, parameters)),
    verify: (passwordHash, password, requester = operator) =>
      run(requester, () => check(passwordHash, password)),
    get length() {
      return queue.size + queue.pending;
    },
  };
}

const busy = () =>
  new AppError(
    'too_many_requests',
    `Too many passwords are being checked right now. Try again in ${RETRY_S} seconds.`,
    { retryAfter: RETRY_S },
  );
