import { form, invalidBody } from './rest.ts';
import { MISSING, refusal, type WrongRequest, wrongFields, wrongForm } from './wrongRequests.ts';

const ONCE = 'Must be a single string.';
const ADDRESS =
  'Must be an http or https URL with a host, for example https://example.com, of at most 2048 characters.';
const PRIVACY = 'Must be 0 (public), 1 (private) or 2 (password).';
const FLAG = 'Must be 0 or 1.';
const ZONE = 'Must be an IANA time zone, for example Europe/Berlin.';
const TAKEN = 'The team already has a website with this domain.';

const line = (number: number, text: string) =>
  `Line ${number}, "${text}", must be an IP address or a CIDR range, ` +
  'for example 203.0.113.7 or 2001:db8::/32.';

const privacies = [-1, 3, 1.5, 1e300, true, '1.0', 'private', ' 1', '1e0', '0x1', '١', [1], { value: 1 }];
const flags = [2, -1, 0.5, true, 'yes', 'on', [0]];
const zones = ['Mars/Base', '+02:00', "UTC'; DROP TABLE Website; --", 7];
const similarZones = [
  ['europe/paris', 'Europe/Paris'],
  ['Asia/KOLKATA', 'Asia/Kolkata'],
  ['BST', 'Europe/London, Asia/Dhaka'],
  ['IST', 'Asia/Kolkata, Asia/Jerusalem, Europe/Dublin'],
  ['SystemV/PST8PDT', 'America/Los_Angeles'],
] as const;

const values: WrongRequest[] = [
  wrongFields('url is a number', { url: 7 }, { url: [ONCE] }),
  wrongFields('url is a list', { url: ['example.org'] }, { url: [ONCE] }),
  wrongFields('url is null', { url: null }, { url: [ONCE] }),
  wrongFields('url has another scheme', { url: 'ftp://example.org' }, { url: [ADDRESS] }),
  wrongFields('url is too long', { url: `example.org/${'x'.repeat(2048)}` }, { url: [ADDRESS] }),
  wrongFields('url has a control character', { url: 'exam\u0000ple.org' }, { url: [ADDRESS] }),
  wrongFields('url has half of a surrogate pair', { url: 'exam\ud800ple.org' }, { url: [ADDRESS] }),
  wrongFields('url is a registered domain', { url: 'http://www.example.com' }, { url: [TAKEN] }),
  ...privacies.map((privacy) =>
    wrongFields(`privacy is ${JSON.stringify(privacy)}`, { privacy }, { privacy: [PRIVACY] }),
  ),
  ...flags.map((email) => wrongFields(`email is ${JSON.stringify(email)}`, { email }, { email: [FLAG] })),
  wrongForm('exclude_bots is true', { exclude_bots: 'true' }, { exclude_bots: [FLAG] }),
  wrongFields('password is a number', { password: 7 }, { password: [ONCE] }),
  wrongFields(
    'password is too long',
    { password: 'x'.repeat(129) },
    { password: ['Must be at most 128 characters long.'] },
  ),
  wrongForm(
    'privacy is 2 without a password',
    { privacy: '2' },
    { password: ['Is required if the privacy is password.'] },
  ),
  wrongFields('exclude_ips is a list', { exclude_ips: ['10.0.0.1'] }, { exclude_ips: [ONCE] }),
  wrongForm(
    'exclude_ips has two invalid lines',
    { exclude_ips: '10.0.0.1\n10.0.0.300\r\n\nfoo' },
    { exclude_ips: [line(2, '10.0.0.300'), line(4, 'foo')] },
  ),
  wrongFields(
    'exclude_ips has many invalid lines',
    { exclude_ips: 'x\n'.repeat(5_000) },
    {
      exclude_ips: [
        ...Array.from({ length: 20 }, (_, index) => line(index + 1, 'x')),
        'Further invalid lines: 4980.',
      ],
    },
  ),
  wrongFields(
    'exclude_ips is too long',
    { exclude_ips: '10.0.0.1\n'.repeat(2_300) },
    { exclude_ips: ['Must be at most 20000 characters long.'] },
  ),
  ...zones.map((timezone) =>
    wrongFields(
      `timezone is ${JSON.stringify(timezone)}`,
      { timezone },
      { timezone: [typeof timezone === 'string' ? ZONE : ONCE] },
    ),
  ),
  ...similarZones.map(([timezone, names]) =>
    wrongFields(
      `timezone is ${timezone}`,
      { timezone },
      { timezone: [`Must be an IANA time zone, for example ${names}; got "${timezone}".`] },
    ),
  ),
  wrongForm(
    'all fields are invalid',
    { url: 'ftp://x', privacy: '9', email: '9', exclude_bots: '9', exclude_ips: 'x', timezone: 'x' },
    {
      url: [ADDRESS],
      privacy: [PRIVACY],
      email: [FLAG],
      exclude_bots: [FLAG],
      exclude_ips: [line(1, 'x')],
      timezone: [ZONE],
    },
  ),
].map((request) => ({ ...request, title: `REST, create: ${request.title}` }));

const websites = '/api/v1/websites';
const email = form('PUT', { email: '1' });

const updates: WrongRequest[] = [
  {
    title: 'REST, update: one invalid and one valid field',
    where: `${websites}/1`,
    init: form('PATCH', { email: '1', privacy: '3' }),
    status: 422,
    body: invalidBody({ privacy: [PRIVACY] }),
  },
  {
    title: 'REST, update: the domain of another website',
    where: `${websites}/1`,
    init: form('PUT', { url: 'https://second.example', email: '1' }),
    status: 422,
    body: invalidBody({ url: [TAKEN] }),
  },
  {
    title: 'REST, update: a website of another account',
    where: `${websites}/3`,
    init: email,
    status: 404,
    body: MISSING,
  },
  {
    title: 'REST, update: a public website of another account',
    where: `${websites}/2`,
    init: email,
    as: 'other',
    status: 404,
    body: MISSING,
  },
  {
    title: 'REST, update: another website than that of the key',
    where: `${websites}/2`,
    init: email,
    as: 'bounded',
    status: 404,
    body: MISSING,
  },
  {
    title: 'REST, update: a key without websites:write',
    where: `${websites}/1`,
    init: email,
    as: 'reader',
    status: 403,
    body: refusal(403, 'The API key lacks the scope websites:write.'),
  },
  {
    title: 'REST, delete: a website of another account',
    where: `${websites}/3`,
    init: { method: 'DELETE' },
    status: 404,
    body: MISSING,
  },
  {
    title: 'REST, delete: a key without websites:write',
    where: `${websites}/1`,
    init: { method: 'DELETE' },
    as: 'reader',
    status: 403,
    body: refusal(403, 'The API key lacks the scope websites:write.'),
  },
  {
    title: 'REST, create: a key for one website',
    where: websites,
    init: form('POST', { url: 'new.example' }),
    as: 'bounded',
    status: 403,
    body: refusal(403, 'The API key is restricted to one website and cannot add another.'),
  },
];

/** Invalid fields of websites, and websites that the caller may not change. */
export const wrongWebsites: WrongRequest[] = [...values, ...updates];
