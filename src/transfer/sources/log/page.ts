/**
 * Which requests of an access log are pageviews (docs/moving.md). A page is a document that a person saw: the
 * method is GET, the answer was complete, and the path is neither a file that pages load, nor one that
 * programs ask for.
 */

/** The reason for which a request is no pageview. */
export type NoPage = 'no_request' | 'not_get' | 'status' | 'static_file' | 'not_a_page';

/** 203 is a page that a proxy changed. 206 is a part of a file: pages are loaded whole. */
const SEEN = new Set([200, 203, 304]);

/** Extensions of files that pages load, of downloads, and of answers to programs. */
const STATIC = new Set(
  // Styles, scripts and their sources
  (
    'css js mjs cjs map wasm ts jsx tsx scss less vue json json5 jsonld xml xsl xslt xsd dtd yml yaml toml ' +
    'webmanifest manifest appcache ' +
    // Pictures
    'png apng jpg jpeg jfif gif bmp ico cur webp avif jxl heic heif svg svgz tif tiff psd ' +
    // Fonts
    'woff woff2 ttf otf eot ' +
    // Sound and films, and their playlists
    'mp3 mp4 m4a m4v m4s aac ogg oga ogv opus wav flac mid webm mov avi wmv mkv mpg mpeg flv swf 3gp ' +
    'm3u m3u8 mpd ts vtt srt ' +
    // Documents and data
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi csv tsv txt log md ics vcf kml kmz gpx ' +
    'geojson topojson pbf mvt sql parquet ' +
    // Archives and programs
    'zip gz tgz bz2 xz zst br 7z rar tar jar war apk ipa aab dmg pkg deb rpm msi exe bin iso img cab crx ' +
    'xpi torrent sig asc sha256 sha512 md5 ' +
    // Feeds and certificates
    'rss atom rdf crt cer pem der crl'
  ).split(' '),
);

/** Paths that programs ask for, not people. */
const PROGRAMS = new RegExp(
  [
    String.raw`^/(?:\.well-known|cdn-cgi|_next/data|socket\.io|signalr)(?:/|$)`,
    '/wp-json(?:/|$)',
    String.raw`/(?:wp-cron|xmlrpc|wp-admin/admin-ajax|matomo|piwik)\.php$`,
    '/(?:feed|rss|atom)/?$',
  ].join('|'),
);

/** Whether a request line states a method, and so is the request of a client that speaks HTTP. */
const METHOD = /^[A-Z]{2,20} /;

/** The reason for which a request that does not begin with `GET ` is no pageview. */
export const otherMethod = (request: string): NoPage => (METHOD.test(request) ? 'not_get' : 'no_request');

/** Whether the status of an answer means that a person saw the page. */
export const isSeen = (status: number): boolean => SEEN.has(status);

/** The position behind the path of a target: of its query or fragment, or its end. */
function pathEnd(target: string): number {
  for (let index = 0; index < target.length; index += 1) {
    const code = target.charCodeAt(index);
    if (code === 63 || code === 35) return index;
  }
  return target.length;
}

/** An extension in lower case, without the parameters of a path: `css` of `/a.css;v=1`. */
function extension(target: string, from: number, end: number): string {
  const semicolon = target.indexOf(';', from);
  return target.slice(from, semicolon >= 0 && semicolon < end ? semicolon : end).toLowerCase();
}

/**
 * The reason for which the target of a request is no page; null if it is one.
 * @param target a path with the query, or a full address.
 */
export function noPage(target: string): NoPage | null {
  const isPath = target.charCodeAt(0) === 47;
  if (!isPath && !/^https?:\/\/./i.test(target)) return 'no_request';
  const end = pathEnd(target);
  for (let index = end - 1; index >= 0; index -= 1) {
    const code = target.charCodeAt(index);
    if (code === 47) break;
    if (code === 46) {
      // The last dot of a host without a path is none of a file.
      const isFile = isPath || target.lastIndexOf('/', index) > 8;
      if (isFile && STATIC.has(extension(target, index + 1, end))) return 'static_file';
      break;
    }
  }
  const path = isPath ? target.slice(0, end) : target.slice(0, end).replace(/^https?:\/\/[^/]*/i, '');
  return PROGRAMS.test(path) ? 'not_a_page' : null;
}

/** Types of answers that browsers show as a page. */
const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/**
 * Whether the type of an answer excludes that it is a page.
 * @param type its `Content-Type`; empty if it is unknown, or has none, as 304.
 */
export const isOtherType = (type: string): boolean => type !== '' && type !== '-' && !PAGE_TYPE.test(type);
