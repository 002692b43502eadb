import type { Options } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../errors.ts';

/** The client that a password is hashed or checked for. */
export interface HashClient {
  /**
   * Key of the limit per client, such as its address (`limitKey`). Empty for a command, which has no such
   * limit.
   */
  client: string;
  /**
   * Whether the client has authenticated before. Its passwords are processed first, and have places in the
   * queue that other clients cannot take.
   */
  trusted: boolean;
}

/** Hashes and checks passwords with argon2id, with limited concurrency. */
export interface Hashing {
  /**
   * @returns the PHC string.
   * @throws AppError `too_many_requests` if too many passwords wait.
   */
  hash(password: string, client?: HashClient): Promise<string>;
  /**
   * Whether a password matches a PHC string. Null, for an account that does not exist, and an empty text, for
   * one without a password, take the same time, so that the duration does not reveal which addresses have an
   * account.
   * @throws as `hash`.
   */
  verify(passwordHash: string | null, password: string, client?: HashClient): Promise<boolean>;
  /**
   * Whether a PHC string has the algorithm and the parameters of new ones.
   * @throws as `hash`.
   */
  isCurrent(passwordHash: string, client?: HashClient): Promise<boolean>;
  /** Number of passwords that wait or are being hashed. */
  readonly length: number;
}

export interface HashingOptions {
  /** Parameters of argon2id. The default is that of the library, which OWASP recommends: 19 MiB, 2 passes. */
  parameters?: Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;
  /** The two functions of the library that are used. Tests replace them. */
  argon2?: {
    hash(password: string, parameters?: Options): Promise<string>;
    verify(passwordHash: string, password: string): Promise<boolean>;
  };
}

/**
 * argon2 runs in libuv's pool of four threads, which also serves files and DNS. One thread at a time hashes,
 * about 30 passwords a second. This leaves a processor for everything else.
 */
export const CONCURRENCY = 1;
/** Maximum length of the queue. A password then waits for one or two seconds at most. */
export const MAX_WAITING = { stranger: 24, trusted: 48 } as const;
/** Maximum number of passwords of one client that wait or are being hashed. */
export const MAX_OF_CLIENT = 6;
const RETRY_S = 5;

const operator: HashClient = { client: '', trusted: true };

/** Loads the library with the first password, so that the server starts faster. */
const library = () => import('@node-rs/argon2');
const lazyArgon2: NonNullable<HashingOptions['argon2']> = {
  hash: async (password, parameters) => (await library()).hash(password, parameters),
  verify: async (passwordHash, password) => (await library()).verify(passwordHash, password),
};

/** Creates a queue for hashing. All requests share one. */
export function createHashing({ parameters = {}, argon2 = lazyArgon2 }: HashingOptions = {}): Hashing {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const clients = new Map<string, number>();

  async function run<T>({ client, trusted }: HashClient, task: () => Promise<T>): Promise<T> {
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

  async function newHash(): Promise<string> {
    decoy ??= await argon2.hash('nobody has this password', parameters);
    return decoy;
  }

  async function check(passwordHash: string | null, password: string): Promise<boolean> {
    if (passwordHash) return argon2.verify(passwordHash, password);
    await argon2.verify(await newHash(), password);
    return false;
  }

  return {
    hash: (password, client = operator) => run(client, () => argon2.hash(password, parameters)),
    verify: (passwordHash, password, client = operator) => run(client, () => check(passwordHash, password)),
    isCurrent: async (passwordHash, client = operator) =>
      parametersOf(passwordHash) === parametersOf(decoy ?? (await run(client, newHash))),
    get length() {
      return queue.size + queue.pending;
    },
  };
}

/** The algorithm, version and parameters of a PHC string: `$argon2id$v=19$m=19456,t=2,p=1`. */
const parametersOf = (passwordHash: string) => passwordHash.split('$').slice(0, 4).join('$');

const busy = () =>
  new AppError(
    'too_many_requests',
    `Too many passwords are being checked right now. Try again in ${RETRY_S} seconds.`,
    { retryAfter: RETRY_S },
  );
