/** A program that uses a recipe of docs/graphql-clients.md, and the lines that it prints. */
export interface Trial {
  title: string;
  /** The program. It imports the file of a recipe. */
  program: string;
  /** The lines that it prints. */
  prints: readonly string[];
  /** Runs with an API key that does not exist. */
  wrongKey?: boolean;
  /**
   * The program subscribes. After its first line, the server is restarted; after the second one, the API key
   * is revoked.
   */
  live?: boolean;
}

export const WEBSITE = '{ website(id: 1) { id domain } }';
export const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
export const HASH = "import { createHash } from 'node:crypto';\n";
export const SHA = "(text: string) => createHash('sha256').update(text).digest('hex')";

/** Counts requests from here on. */
export const COUNT = `let requests = 0;
const send = globalThis.fetch;
globalThis.fetch = (...args) => {
  requests += 1;
  return send(...args);
};
`;

/** The lines of a subscription that survives a restart, and ends for good with its API key. */
export const LIVE_LINES = ['message', 'message', 'UNAUTHENTICATED', 'complete'];
