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
    meaning: 'Crawlers, monitors and programs that say that they are one.',
    remedy:
      'The browser says that it is a bot, as monitors, previews and automated browsers do. Open the page in an ordinary browser, or count bots: see the settings.',
  },
  {
    reason: 'excluded_ip',
    name: 'Excluded addresses',
    meaning: 'They came from an address that you excluded.',
    remedy:
      'It came from an address that you excluded. Open the page from another network, or take the address off the list in the settings.',
  },
  {
    reason: 'wrong_host',
    name: 'Other websites',
    meaning: `The page was not on ${domain}.`,
    remedy: `The page is neither on ${domain} nor on a subdomain of it; local copies and previews are not. Open ${domain} itself. Has the website moved? Change its address in the settings.`,
  },
  {
    reason: 'spam',
    name: 'Spam',
    meaning: 'They name a referrer that is known to advertise itself this way.',
    remedy: 'The page was reached from a domain that is known for referrer spam. Open it directly.',
  },
  {
    reason: 'prefetch',
    name: 'Loaded ahead',
    meaning: 'The browser fetched the page in case somebody opens it.',
    remedy: 'The browser only fetched the page ahead. Open it, so that it is on the screen.',
  },
  {
    reason: 'privacy_signal',
    name: 'Privacy signals',
    meaning: 'The browser asks not to be tracked.',
    remedy:
      'The browser sends Do Not Track or Global Privacy Control, and the line has data-dnt. Open the page in another browser, or take data-dnt out of the line.',
  },
  {
    reason: 'quota',
    name: 'Over the limit',
    meaning: 'They came after the daily limit was reached.',
    remedy:
      'The website has reached its limit of hits for today. Raise the daily limit in the settings, or wait until tomorrow.',
  },
];
