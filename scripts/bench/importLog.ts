import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Dice, dice } from '../../src/demo/random.ts';
import { type Person, person, requestOf } from './mix.ts';

const DOMAIN = 'shop.example';
const DAY_MS = 86_400_000;
const STATIC = ['/app.css?v=3', '/app.js?v=3', '/logo.svg', '/fonts/text.woff2', '/favicon.ico'];
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The days over which a log is spread. */
const DAYS = 60;
/** How many people are on the website at the same time, and how many lines each has. */
const PRESENT = 40;
const LINES_OF_ONE = 12;

/** A line of a log. */
interface Line {
  who: Person;
  target: string;
  method: string;
  status: number;
  referrer: string;
  userAgent: string;
}

/**
 * The kinds of lines by weight: on a website with images, scripts and styles, a third of the lines are pages
 * that people read.
 */
function lineOf(who: Person, random: Dice): Line {
  const page = `/products/category-${Math.floor(random.next() ** 2 * 300)}/item`;
  const line = { who, target: page, method: 'GET', status: 200, referrer: '-', userAgent: who.userAgent };
  const kind = random.next();
  if (kind < 0.5) return { ...line, target: random.pick(STATIC.map((path) => [path, 1] as const)) };
  if (kind < 0.85) {
    const search = `https://referrer-${random.below(30)}.example/search?q=shoes`;
    const referrer = random.chance(0.2) ? search : `https://${DOMAIN}/products/category-${random.below(300)}`;
    return { ...line, status: random.chance(0.05) ? 304 : 200, referrer };
  }
  if (kind < 0.93) return { ...line, userAgent: GOOGLEBOT };
  if (kind < 0.96) return { ...line, target: '/wp-login.php', status: 404 };
  if (kind < 0.98) return { ...line, target: '/api/cart', method: 'POST' };
  return { ...line, target: '/old', status: 301 };
}

/** The lines of a log, the same for the same number. */
function* linesOf(count: number): Generator<Line> {
  const random = dice(20261130);
  const people = Array.from({ length: PRESENT }, () => person(random, false));
  for (let index = 0; index < count; index += 1) {
    if (index % LINES_OF_ONE === 0) people[random.below(PRESENT)] = person(random, false);
    yield lineOf(people[random.below(PRESENT)] as Person, random);
  }
}

function timeText(at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  const [year, month, date] = day.split('-');
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** Writes a log in the combined format that ends on the day before `now` (Unix milliseconds). */
export async function writeLog(file: string, count: number, now: number): Promise<void> {
  const out = createWriteStream(file);
  const end = Math.floor(now / DAY_MS) * DAY_MS;
  let text = '';
  let index = 0;
  for (const { who, target, method, status, referrer, userAgent } of linesOf(count)) {
    const at = end - DAYS * DAY_MS + Math.floor((index / count) * DAYS * DAY_MS);
    index += 1;
    text +=
      `${who.address} - - [${timeText(at)}] "${method} ${target} HTTP/1.1" ${status} ${index % 20_000} ` +
      `"${referrer}" "${userAgent}"\n`;
    if (text.length < 1_000_000) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await once(out, 'close');
}

/** The requests with which browsers report the pages of a log. */
export function requestsOfLog(website: string, count: number): string[] {
  const pages = [...linesOf(3 * count)].filter(
    ({ target, status, userAgent }) =>
      target.startsWith('/products/') && status !== 404 && userAgent !== GOOGLEBOT,
  );
  return pages
    .slice(0, count)
    .map(({ who, target, referrer }) =>
      requestOf(who, { website, domain: DOMAIN, path: target, referrer: referrer === '-' ? '' : referrer }),
    );
}
