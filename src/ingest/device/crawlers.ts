/** Crawlers, monitors, scanners and screenshot tools that isbot 5 does not know. Most of them run scripts. */
export const MORE = [
  'amzn-user/',
  'assetnote/',
  'builtwith',
  'evc-batch/',
  'gtmetrix',
  'happydom/',
  'homepagescreenshot',
  'jsdom/',
  'kimonolabs/',
  'miniature\\.io/',
  'nikto/',
  'onetrust',
  'powershell/',
  'rendertron',
  'revealuptime/',
  'saucelabs',
  'slimerjs/',
  'sqlmap/',
  'webscreenie',
  'websnapr/',
  'webthumb/',
  'wkhtmlto(?:image|pdf)',
  ' ylt ',
];

/** Services whose names are everyday words (appWords.ts), which isbot would find by such a word only. */
export const SERVICES = [
  ...['bing-?preview', 'brandverity', 'content-?scan', 'cookiehub', 'criticalcss', 'monitorss', 'newsai'],
  ...[
    'optimizer-agent',
    'sqwatcher',
    'uptime',
    '(?:site|web|page|link|seo|server)[ -]?(?:audit|check|monitor)',
  ],
];
