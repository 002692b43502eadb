/** Texts of a website's settings: installation, privacy, exclusions. Backticks mark code. */
export const settings = {
  'website.title': 'Website',
  'website.added': 'Added on {day}',
  'website.statistics': 'Statistics',
  'website.breadcrumb': 'Breadcrumb',
  'website.settings': 'Settings',
  'section.install': 'Install',
  'section.general': 'General',
  'section.sharing': 'Sharing',
  'section.reports': 'Reports',
  'section.exclusions': 'Exclusions',
  'section.import': 'Import',
  'section.danger': 'Danger zone',

  'general.title': 'General',
  'general.address': 'Address',
  'general.addressHint': 'The address that your visitors use.',
  'general.counting': 'Pages and hits',
  'privacy.title': 'Privacy',
  'privacy.who': 'Who can see the statistics',
  'privacy.PRIVATE': 'Only me',
  'privacy.PRIVATE.hint': 'Only people who are logged in to this account.',
  'privacy.PASSWORD': 'Anyone with the password',
  'privacy.PASSWORD.hint': 'You share the link and the password.',
  'privacy.PUBLIC': 'Anyone with the link',
  'privacy.PUBLIC.hint': 'The page can be embedded in other websites.',
  'privacy.password': 'Password for the statistics',
  'privacy.passwordKeep': 'Leave empty to keep the current password.',
  'exclusions.title': 'Exclusions',
  'setting.excludeBots': 'Exclude bots',
  'setting.excludeBots.hint': 'Crawlers, monitoring services and other automated programs are not counted.',
  'setting.excludeSpam': 'Exclude referrer spam',
  'setting.excludeSpam.hint': `Visits from domains that are known for referrer spam are not counted. “Dropped
    hits” below shows the domains.`,
  'setting.hosts': 'Further hosts',
  'setting.hosts.hint': `Other domains of this website, with their subdomains, one per line: example.org. For
    packaged apps, their scheme: capacitor://localhost or file:.`,
  'setting.query': 'Query parameters of pages',
  'setting.query.hint': `Names of parameters that tell pages apart, one per line: with p, /?p=12 is a page of
    its own. All others are left out. Applies to new hits only.`,
  'setting.aliases': 'Ids in other products',
  'setting.aliases.hint': `The website’s ids in the trackers of other products, one per line. Only needed for
    pages that still have such a tracker.`,
  'setting.dailyLimit': 'Daily limit',
  'setting.dailyLimit.hint':
    'Hits that are counted per day; 0 for no limit. Leave it empty for the default of this server.',
  'setting.hideBelow': 'Hide small counts',
  'setting.hideBelow.hint': `2 to {most}. Other people then see a value on the statistics page only if its
    count is at least this number; the rest is summed in one row. You still see all rows. Leave it empty to
    show everything.`,
  'setting.trimSlash': 'Ignore trailing slashes',
  'setting.trimSlash.hint': 'Counts /about/ and /about as one page. Applies to new hits only.',
  'excluded.label': 'Excluded IP addresses',
  'excluded.hint': 'Addresses and ranges that are not counted, one per line: 203.0.113.7 or 2001:db8::/32.',
  'excluded.add': 'Exclude my IP address',
  'excluded.mine': 'Your IP address, {address}, is excluded.',
  'excluded.own': 'Your IP address, as this server sees it, is {address}.',
  'proxy.HEADER_IGNORED': `Your request came through a proxy, but \`TRUST_PROXY\` is 0: the server sees the
    proxy’s address, and counts all visitors behind it as one. Set \`TRUST_PROXY\` to the number of proxies.`,
  'proxy.HEADER_MISSING': `Your request came without \`X-Forwarded-For\`, but \`TRUST_PROXY\` says that a
    proxy sets it. Without a proxy, set \`TRUST_PROXY=0\`; otherwise all visitors may count as one.`,
  'proxy.HEADER_TOO_SHORT': `\`X-Forwarded-For\` has fewer addresses than \`TRUST_PROXY\` says: all visitors
    may count as one. Correct the number, or let each proxy append to the header.`,
  'excluded.ownNetwork': `Your IP address, as this server sees it, is {address}. It changes within your
    network, {network}.`,
  'excluded.wrong': 'Line {line}: “{text}” is not an IP address or range.',

  'export.title': 'Export',
  'export.hint': `Downloads all hits and visits, settings, goals, funnels, segments and notes as a zip
    archive, which can be imported again.`,
  'export.format': 'Format',
  'export.format.csv': 'CSV, for spreadsheets',
  'export.format.jsonl': 'JSON lines, for scripts',
  'export.format.parquet': 'Parquet, for databases',
  'export.from': 'From',
  'export.from.hint': 'Leave empty to begin with the first day.',
  'export.to': 'To',
  'export.to.hint': 'Leave empty to end with the last day.',
  'export.submit': 'Download',

  'delete.title': 'Delete website',
  'delete.hint': 'Deletes the website and all of its statistics.',
  'delete.sure': 'Delete {domain}?',
  'delete.warning': 'This deletes the website and all of its statistics. It cannot be undone.',
  'delete.confirm': 'To confirm, type {domain}',
  'delete.wrong': 'Must be {domain}.',
  'delete.submit': 'Delete permanently',

  'dropped.title': 'Dropped hits',
  'dropped.wait': 'Hits that were not counted in the last 30 days.',
  'dropped.count': `{count, plural, =0 {No hits were dropped} one {# hit was not counted} other {# hits were
    not counted}} in the last 30 days.`,
  'drop.bot': 'Bots',
  'drop.bot.meaning': 'Crawlers, monitoring services, headless browsers and other automated programs.',
  'drop.bot.remedy': `Monitoring services, link previews and automated browsers count as bots. Open the page
    in an ordinary browser, or switch off “Exclude bots” in the settings.`,
  'drop.excluded_ip': 'Excluded IP addresses',
  'drop.excluded_ip.meaning': 'The IP address is on the list in the settings.',
  'drop.excluded_ip.remedy': `The IP address is on the list of excluded addresses. Open the page from
    another network, or remove the address from the list in the settings.`,
  'drop.wrong_host': 'Other websites',
  'drop.wrong_host.meaning': 'The page is neither on {domain}, a subdomain nor a further host.',
  'drop.wrong_host.remedy': `The page is neither on {domain} nor on a subdomain; local copies and previews
    are not counted. Open {domain} itself. If the website has moved, change its address in the settings; if it
    has several domains, add them as further hosts.`,
  'drop.spam': 'Referrer spam',
  'drop.spam.meaning': 'The referrer is a domain that is known for referrer spam.',
  'drop.spam.remedy': `The page was opened from a domain that is known for referrer spam. Open it directly, or
    switch off “Exclude referrer spam” in the settings.`,
  'drop.spam.domains': 'Most frequent: {domains}.',
  'drop.prefetch': 'Prefetched pages',
  'drop.prefetch.meaning': 'The browser loaded the page before anyone opened it.',
  'drop.prefetch.remedy':
    'The browser only loaded the page in advance. Open it so that it is visible on the screen.',
  'drop.privacy_signal': 'Privacy signals',
  'drop.privacy_signal.meaning': 'The browser sent Do Not Track or Global Privacy Control.',
  'drop.privacy_signal.remedy': `The browser sends Do Not Track or Global Privacy Control, and the script
    tag has data-dnt. Open the page in another browser, or remove data-dnt from the script tag.`,
  'drop.quota': 'Over the daily limit',
  'drop.quota.meaning': 'The website had already reached its daily limit.',
  'drop.quota.remedy': `The website has reached its limit of hits for today. Raise the daily limit in the
    settings, or wait until tomorrow.`,

  'install.title': 'Install',
  'install.hint': 'Every page of {domain} needs the script.',
  'install.kind': 'Kind of website',
  'install.noScript': 'Count visitors without JavaScript as well',
  'install.pixel': 'Add this tag to the body of the page, in addition to the script tag.',
  'recipe.html': 'Add this tag to the head of every page.',
  'recipe.wordpress': 'Add this to `functions.php` of your child theme, or to a plugin for code snippets.',
  'recipe.next': 'Add the component to the root layout, `app/layout.tsx`.',
  'recipe.vue': 'Add the tag to the head in `index.html`.',
  'recipe.nuxt': 'Add the tag to `nuxt.config.ts`.',
  'recipe.astro': 'Add the tag to the head of your layout, such as `src/layouts/Layout.astro`.',
  'recipe.tagManager': 'Create a tag of the type Custom HTML with the trigger All Pages.',
  'recipe.policy': 'If your website sends this header, allow the server in two of its directives.',
  'firstHit.since': 'Receiving hits since {day}. <link>View statistics</link>',
  'firstHit.dropped': `{count, plural, one {# hit arrived and was not counted} other {# hits arrived and
    were not counted}}: {reason}.`,
  'firstHit.open': 'Open {domain} and check',
  'firstHit.again': 'Check again',
  'firstHit.waiting':
    'Waiting for the first hit. Open a page of {domain}; this message then updates automatically.',
  'firstHit.nothing': 'No hit has arrived from {domain}.',
  'firstHit.checking': '{domain} is open in another tab. Waiting for its hit…',
  'firstHit.source': `Does the source of the page that {domain} serves contain the script tag, exactly as
    shown above? A cache may still have the old page.`,
  'firstHit.blocker':
    'Does this browser have an ad blocker? Switch it off for the check, or try another browser.',
  'firstHit.policy': `Does {domain} send a Content-Security-Policy? It has to allow {origin} in
    <code>script-src</code> and <code>connect-src</code>.`,
  'firstHit.script': `Does <link>{address}</link> show a script? If not, the server cannot be reached at
    this address, or its BASE_URL is wrong.`,
} as const;
