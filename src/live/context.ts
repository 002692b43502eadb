import type { Viewer } from '../auth/viewer.ts';
import type { Requester } from '../db/readQueue.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { StatContext } from '../stats/context.ts';
import type { Live } from './live.ts';

/** What the resolvers of live numbers need beside their arguments. */
export interface LiveContext extends StatContext {
  /** The live numbers and streams of this instance. */
  live: Live;
  /** The viewer for whom statistics are read (db/readQueue.ts); undefined for a command. */
  requester: Requester | undefined;
}

/** Identifies the viewer of a request anew, for a stream, which outlives the viewer's permission. */
export interface Reauthentication {
  /** @throws AppError `unauthenticated` if the API key of the request is no longer valid. */
  viewer(): Promise<Viewer>;
  /** Returns a row that is at most a tenth of a second old; null if the website does not exist. */
  website(id: number): Promise<Website | null>;
}
