import type DataLoader from 'dataloader';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { ApiKey, Segment, Website } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import type { AccountMails } from './accountMails.ts';
import type { Attempts } from './attempts.ts';
import type { Hashing } from './hashing.ts';
import type { Signer } from './signer.ts';
import type { ProviderConnections } from './singleSignOn/connections.ts';
import type { Viewer } from './viewer.ts';

/** What accounts need of a server or a command. */
export interface AuthDeps {
  config: Config;
  db: Database;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** Returns that many cryptographically secure random bytes. */
  random: (bytes: number) => Uint8Array;
  hashing: Hashing;
}

/** What the resolvers of accounts, sessions, keys and grants need beside their arguments. */
export interface AuthContext extends AuthDeps {
  viewer: Viewer;
  /** The client's address, as tracking determines it; empty for a command. */
  address: string;
  /** The `User-Agent` of the request; empty for a command. Never stored. */
  userAgent: string;
  /** Returns the country of an address, ISO 3166-1 alpha-2; empty if unknown. */
  countryOf: (address: string) => string;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  /** The token of the first-start link; null if an account existed at start-up. */
  setupToken: string | null;
  cookies: Cookies;
  /** The connections to the providers in `config.identityProviders`. */
  providers: ProviderConnections;
  /** Sends mails about accounts; absent without a mail server. */
  accountMails?: AccountMails;
  loaders: {
    website: DataLoader<number, Website | null>;
    websiteByTrackingId: DataLoader<string, Website | null>;
    rows: { Segment: DataLoader<number, Segment | null> };
    /** API keys of an account by its id, revoked ones too, oldest first. */
    apiKeys: DataLoader<number, ApiKey[]>;
  };
}

/** Cookies of the answer. Throws AppError `forbidden` if a page of another website sent the request. */
export interface Cookies {
  /** Sets the session token; null deletes it. */
  session(token: string | null): void;
  /** Sets the grant of a statistics page whose password was given. */
  grant(trackingId: string, grant: string): void;
  /** Sets the challenge that this browser may answer (secondFactors/challenges.ts); null deletes it. */
  challenge(value: string | null): void;
  /** Returns the challenge of this browser; empty if there is none. */
  givenChallenge(): string;
  /** Sets the login with an identity provider that was started (singleSignOn/attempt.ts); null deletes it. */
  signOn(value: string | null): void;
  /** Returns the login with an identity provider that this browser has started; empty if there is none. */
  givenSignOn(): string;
  /** Returns the cookie of known devices (devices.ts); empty if there is none. */
  devices(): string;
  /** Sets the cookie of known devices. */
  remember(devices: string): void;
}
