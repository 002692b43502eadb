import type { TrackerPaths } from './paths.ts';

/** Where the tracker is loaded from: the origin of the server, and the paths of TRACKER_PATHS. */
interface Addresses {
  baseUrl: string;
  trackerPaths: TrackerPaths;
}

/** Returns the script tag that a website adds to its pages. */
export function snippet({ baseUrl, trackerPaths }: Addresses, trackingId: string): string {
  return `<script defer src="${baseUrl}${trackerPaths.script}" data-website="${trackingId}"></script>`;
}

/**
 * Returns the tag that counts visitors without JavaScript, to be added beside the script tag. By default,
 * browsers send only the origin of the page to other origins. The referrer policy makes them send the path,
 * too.
 */
export function pixelSnippet({ baseUrl, trackerPaths }: Addresses, trackingId: string): string {
  const source = `${baseUrl}${trackerPaths.pixel}?website=${trackingId}`;
  return `<noscript><img src="${source}" referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>`;
}
