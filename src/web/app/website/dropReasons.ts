/** A reason why hits are dropped, described for users. */
export interface DropReason {
  reason: string;
  name: string;
  meaning: string;
  /** What the owner can do when their own visit was dropped. */
  remedy: string;
}

/** All reasons. */
export const dropReasons = (domain: string): DropReason[] => [
  {
    reason: 'bot',
    name: 'Bots',
    meaning: 'Crawlers, monitoring services, headless browsers and other automated programs.',
    remedy:
      'Monitoring services, link previews and automated browsers count as bots. ' +
      'Open the page in an ordinary browser, or switch off “Exclude bots” in the settings.',
  },
  {
    reason: 'excluded_ip',
    name: 'Excluded IP addresses',
    meaning: 'The IP address is on the list in the settings.',
    remedy:
      'The IP address is on the list of excluded addresses. ' +
      'Open the page from another network, or remove the address from the list in the settings.',
  },
  {
    reason: 'wrong_host',
    name: 'Other websites',
    meaning: `The page is neither on ${domain} nor on a subdomain.`,
    remedy:
      `The page is neither on ${domain} nor on a subdomain; local copies and previews are not counted. ` +
      `Open ${domain} itself. If the website has moved, change its address in the settings.`,
  },
  {
    reason: 'spam',
    name: 'Referrer spam',
    meaning: 'The referrer is a domain that is known for referrer spam.',
    remedy: 'The page was opened from a domain that is known for referrer spam. Open it directly.',
  },
  {
    reason: 'prefetch',
    name: 'Prefetched pages',
    meaning: 'The browser loaded the page before anyone opened it.',
    remedy: 'The browser only loaded the page in advance. Open it so that it is visible on the screen.',
  },
  {
    reason: 'privacy_signal',
    name: 'Privacy signals',
    meaning: 'The browser sent Do Not Track or Global Privacy Control.',
    remedy:
      'The browser sends Do Not Track or Global Privacy Control, and the script tag has data-dnt. ' +
      'Open the page in another browser, or remove data-dnt from the script tag.',
  },
  {
    reason: 'quota',
    name: 'Over the daily limit',
    meaning: 'The website had already reached its daily limit.',
    remedy:
      'The website has reached its limit of hits for today. ' +
      'Raise the daily limit in the settings, or wait until tomorrow.',
  },
];
