import type { Config } from '../config.ts';

type Addresses = Pick<Config, 'baseUrl' | 'trackerPaths'>;

/** The script tag that a website puts on its pages. */
export function snippet({ baseUrl, trackerPaths }: Addresses, trackingId: string): string {
  return `<script defer src="${baseUrl}${trackerPaths.script}" data-website="${trackingId}"></script>`;
}

/**
 * What counts visitors without JavaScript, beside the script tag. By default browsers tell another origin only the origin of
 * the page: the referrer policy is what makes them tell its path.
 */
export function pixelSnippet({ baseUrl, trackerPaths }: Addresses, trackingId: string): string {
  const source = `${baseUrl}${trackerPaths.pixel}?website=${trackingId}`;
  return `<noscript><img src="${source}" referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>`;
}
