import { AppError } from '../../errors.ts';

/** Uploads that a server receives at once. */
const MOST = 4;

/** Limits the uploads that are received at once. */
export interface UploadSlots {
  /**
   * Begins an upload to a website.
   * @returns a function to call when it has ended.
   * @throws AppError `too_many_requests`.
   */
  take(websiteId: number): () => void;
}

const busy = (message: string) => new AppError('too_many_requests', message, { retryAfter: 60 });

export function createUploadSlots(): UploadSlots {
  const websites = new Set<number>();
  return {
    take(websiteId) {
      if (websites.has(websiteId))
        throw busy('Another file is being uploaded to this website. Try again when it has ended.');
      if (websites.size >= MOST)
        throw busy(`${MOST} files are being uploaded. Try again when one has ended.`);
      websites.add(websiteId);
      return () => void websites.delete(websiteId);
    },
  };
}
