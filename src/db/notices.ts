/**
 * Messages between the instances that share a database: which websites have new hits. They only make changes
 * known sooner; a message may be lost, so the receiver also compares counters (live/detector.ts).
 */
export interface Notices {
  /**
   * Tells the other instances that hits of websites were committed. Calls within a tenth of a second are sent
   * together. After an error it tries again until it succeeds.
   */
  send(websiteIds: Iterable<number>): void;
  /** Calls `heard` with the websites of the messages of other instances, from now on. */
  listen(heard: (websiteIds: readonly number[]) => void): void;
  /** Whether messages arrive at present. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** For a database whose hits only one process records. */
export const noNotices: Notices = {
  send: () => undefined,
  listen: () => undefined,
  isListening: () => false,
  close: async () => undefined,
};
