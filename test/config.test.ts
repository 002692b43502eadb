import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { type Config, ConfigError, readConfig, SECRETS } from '../src/config.ts';
import { parseAddress, resolvedUrl } from '../src/db/postgresql/address.ts';
import { temporaryFolder } from './support/database.ts';

/** The problems of one variable. */
function problems(name: string, value: string, more: Record<string, string> = {}): string[] {
  try {
    readConfig({ [name]: value, ...more });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

test.each([
  ['a #', 'postgresql://footfall:pa#ss@db.example.com/footfall'],
  ['a # after digits', 'postgresql://footfall:12#ss@db.example.com/footfall'],
  ['a /', 'postgresql://footfall:pa/ss@db.example.com/footfall'],
  ['a / after digits', 'postgresql://footfall:12/ss@db.example.com/footfall'],
  ['a ?', 'postgresql://footfall:pa?ss@db.example.com/footfall'],
  ['a ? after digits', 'postgresql://footfall:12?ss@db.example.com/footfall'],
])('a password with %s in DATABASE_URL is refused with the escapes, and not shown', (_what, url) => {
  const [problem = '', ...others] = problems('DATABASE_URL', url);
  expect(others).toEqual([]);
  expect(problem).toMatch(/^DATABASE_URL must escape .* write # as %23, \/ as %2F, .* % as %25\.$/);
  expect(problem).not.toContain('ss@');
});

test.each([
  ['pa%ss', 'pa%ss'],
  ['50%ab', '50%ab'],
  ['100%', '100%'],
  ['a%23%2F%3F%40%25b', 'a#/?@%b'],
  ['a@b:c', 'a@b:c'],
])('the password %s in DATABASE_URL means %s', (written, password) => {
  const url = `postgresql://footfall:${written}@db.example.com/footfall`;
  expect(problems('DATABASE_URL', url)).toEqual([]);
  expect(parseAddress(url)).toMatchObject({ user: 'footfall', password, host: 'db.example.com' });
  // The form that other libraries parse.
  expect(decodeURIComponent(new URL(resolvedUrl(url, 'public')).password)).toBe(password);
});

test.each([
  'postgresql:///footfall',
  'postgresql:///footfall?host=/var/run/postgresql',
  'postgresql://footfall@/footfall?host=/var/run/postgresql&port=5433',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/footfall',
  'postgres://[::1]:5432/footfall',
  'postgresql://db.example.com?dbname=footfall',
  'postgresql://db.example.com/footfall?sslmode=verify-full&sslrootcert=system&schema=stats',
])('%s is a form of libpq, and can be used', (url) => {
  expect(problems('DATABASE_URL', url)).toEqual([]);
});

test.each([
  ['postgresql://one:5432,two:5432/footfall', /must name one host; it names several\. Set a name/],
  ['postgresql://u:p@one,two/footfall?target_session_attrs=read-write', /must name one host/],
  ['postgresql:///footfall?host=one,two', /must name one host/],
  ['postgresql://db.example.com/', /with a database name, for example postgresql:\/\//],
  ['mysql://root:secret@localhost/x', /must be file: and a path/],
  ['file:', /must be file: and a path/],
  ['postgresql://db/footfall?sslmode=yes', /one of these values as sslmode: disable, .*verify-full\./],
  ['postgresql://db/footfall?sslmode=verify-ca', /certificate of a CA with sslmode=verify-ca/],
  [
    'postgresql://db/footfall?sslmode=verify-full&sslrootcert=/no/such.pem',
    /must name a file that can be read as sslrootcert: \/no\/such\.pem cannot \(ENOENT\)/,
  ],
])('DATABASE_URL=%s is refused', (url, message) => {
  expect(problems('DATABASE_URL', url)).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['https://stats.example.com/', 'https://stats.example.com'],
  ['https://stats.example.com:443', 'https://stats.example.com'],
  ['HTTP://Stats.Example.com:8080//', 'http://stats.example.com:8080'],
])('BASE_URL=%s becomes %s', (value, baseUrl) => {
  expect(readConfig({ BASE_URL: value })).toMatchObject({ baseUrl } satisfies Partial<Config>);
});

test.each([
  ['https://example.com/stats', /must be a URL without a path: .* host name of its own, .*TRACKER_PATHS/],
  ['https://example.com/stats/', /without a path/],
  ['https://example.com/?a=b', /without a path/],
  ['https://example.com/#a', /without a path/],
  ['https://user:secret@example.com', /must be a public http or https URL/],
  ['stats.example.com', /must be a public http or https URL/],
  ['https:stats.example.com', /must be a public http or https URL/],
])('BASE_URL=%s is refused', (value, message) => {
  expect(problems('BASE_URL', value)).toEqual([expect.stringMatching(message)]);
});

const FROM = { MAIL_FROM: 'footfall@example.com' };

test.each([
  ['smtp://', /must be an SMTP URL with a host, for example smtp:\/\//],
  ['smtps:///', /must be an SMTP URL with a host/],
  ['mail.example.com:587', /must be an SMTP URL with a host/],
  ['smtp://user:pa#ss@mail.example.com', /must escape .* # as %23/],
  ['smtp://user:12/ss@mail.example.com', /must escape .* \/ as %2F/],
  ['smtp://user:12?ss@mail.example.com', /must escape/],
])('SMTP_URL=%s is refused', (value, message) => {
  const found = problems('SMTP_URL', value, FROM);
  expect(found).toEqual([expect.stringMatching(message)]);
  expect(found.join()).not.toContain('ss@');
});

test.each([
  'smtp://mail.example.com',
  'smtps://user%40example.com:p%23s@mail.example.com:465/?tls.rejectUnauthorized=false',
])('SMTP_URL=%s can be used', (value) => {
  expect(problems('SMTP_URL', value, FROM)).toEqual([]);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['stats-1.internal', 'stats-1.internal'],
])('HOST=%s listens on %s', (value, host) => {
  expect(readConfig({ HOST: value }).host).toBe(host);
});

test.each(['http://127.0.0.1', '127.0.0.1:3000', '*', 'a b', '[::1]:3000', '/run/footfall.sock'])(
  'HOST=%s is refused',
  (value) => {
    expect(problems('HOST', value)).toEqual([
      expect.stringMatching(
        /^HOST must be an address or a host name .*, or 0\.0\.0\.0 for all interfaces\.$/,
      ),
    ]);
  },
);

test('all problems are reported at once', () => {
  expect(() => readConfig({ HOST: '*', BASE_URL: 'x', SMTP_URL: 'smtp://', DATABASE_URL: 'x' })).toThrow(
    ConfigError,
  );
  expect(
    problems('HOST', '*', { BASE_URL: 'x', SMTP_URL: 'smtp://', ...FROM, DATABASE_URL: 'x' }),
  ).toHaveLength(4);
});

test('COMPATIBLE lists products, and names them all if one is wrong', () => {
  expect(readConfig({}).compatible).toEqual([]);
  expect(readConfig({ COMPATIBLE: ' Umami, plausible,,umami' }).compatible).toEqual(['umami', 'plausible']);
  expect(problems('COMPATIBLE', 'umami,piwik')).toEqual([
    expect.stringMatching(
      /^COMPATIBLE must be a list of products, .* from: ackee, .*, matomo, .*, vemetric\.$/,
    ),
  ]);
});

const KEY = '0123456789abcdef0123456789abcdef';

test.each(['SECRET', 'METRICS_TOKEN'])(
  '%s has at least 32 characters, or 128 bits in hexadecimal',
  (name) => {
    expect(problems(name, KEY.slice(1))).toEqual([
      `${name} must be at least 32 random characters, for example the output of \`openssl rand -hex 32\`.`,
    ]);
    expect(problems(name, KEY)).toEqual([]);
  },
);

test('each secret can be read from a file, which takes precedence over the variable', async () => {
  await using temporary = await temporaryFolder();
  const values = {
    DATABASE_URL: 'file:./other.db',
    SECRET: KEY,
    SMTP_URL: 'smtp://user:password@mail.example.com',
    METRICS_TOKEN: [...KEY].reverse().join(''),
  };
  expect(Object.keys(values)).toEqual(SECRETS);
  const files = Object.entries(values).map(async ([name, value]) => {
    const file = path.join(temporary.folder, name);
    await writeFile(file, `${value}\n`);
    return [`${name}_FILE`, file] as const;
  });
  const env = { ...Object.fromEntries(await Promise.all(files)), MAIL_FROM: 'stats@example.com' };
  expect(readConfig({ ...env, DATABASE_URL: 'file:./one.db' })).toEqual(
    readConfig({ ...values, MAIL_FROM: 'stats@example.com' }),
  );
});

test('a file of a secret that is missing or has an invalid value is refused without the value', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'secret');
  expect(problems('SECRET_FILE', file)).toEqual([
    `SECRET_FILE must name a file that can be read; ${file} cannot (ENOENT).`,
  ]);
  await writeFile(file, 'too short');
  expect(problems('SECRET_FILE', file)).toEqual([
    expect.stringMatching(/^SECRET must be at least 32 random characters, (?!.*too short)/),
  ]);
});

const PROVIDER = {
  OIDC_PROVIDERS: 'my-idp',
  OIDC_MY_IDP_ISSUER: 'https://id.example.com/realms/one',
  OIDC_MY_IDP_CLIENT_ID: 'footfall',
  OIDC_MY_IDP_CLIENT_SECRET: 'client secret',
};

test('an identity provider has defaults, and variables under its name', () => {
  expect(readConfig({})).toMatchObject({ identityProviders: [], passwords: true });
  expect(readConfig(PROVIDER).identityProviders).toEqual([
    {
      id: 'my-idp',
      label: 'my-idp',
      issuer: 'https://id.example.com/realms/one',
      clientId: 'footfall',
      clientSecret: 'client secret',
      scopes: 'openid email profile',
      team: null,
      domains: new Map(),
      groups: new Map(),
      groupsClaim: 'groups',
      verifiedClaim: 'email_verified',
    },
  ]);
  const more = {
    LABEL: 'Company',
    SCOPES: 'openid email groups',
    TEAM: '3',
    DOMAINS: ' Example.com=viewer, example.org=editor',
    GROUPS: 'Web analysts=editor,/ops=owner,a=b=admin',
    GROUPS_CLAIM: 'https://example.com/groups',
    VERIFIED_CLAIM: 'xms_edov',
  };
  const env = Object.fromEntries(Object.entries(more).map(([name, value]) => [`OIDC_MY_IDP_${name}`, value]));
  expect(readConfig({ ...PROVIDER, ...env, PASSWORDS: 'off' })).toMatchObject({
    passwords: false,
    identityProviders: [
      {
        label: 'Company',
        scopes: 'openid email groups',
        team: 3,
        domains: new Map([
          ['example.com', 'viewer'],
          ['example.org', 'editor'],
        ]),
        groups: new Map([
          ['Web analysts', 'editor'],
          ['/ops', 'owner'],
          ['a=b', 'admin'],
        ]),
        groupsClaim: 'https://example.com/groups',
        verifiedClaim: 'xms_edov',
      },
    ],
  });
});

test.each([
  ['OIDC_PROVIDERS', 'Google', /a list of at most 10 different names of small letters, digits and dashes/],
  ['OIDC_PROVIDERS', 'a,a', /different names/],
  ['OIDC_PROVIDERS', 'a_b', /small letters/],
  ['OIDC_PROVIDERS', 'a,b,c,d,e,f,g,h,i,j,k', /at most 10/],
  ['OIDC_MY_IDP_ISSUER', 'http://id.example.com', /must be the issuer of the provider: an https URL/],
  ['OIDC_MY_IDP_ISSUER', 'http://localhost.example.com', /https URL/],
  ['OIDC_MY_IDP_ISSUER', 'https://id.example.com/?a=b', /https URL/],
  ['OIDC_MY_IDP_ISSUER', 'https://user:password@id.example.com', /https URL/],
  ['OIDC_MY_IDP_ISSUER', '', /https URL/],
  ['OIDC_MY_IDP_CLIENT_ID', '', /must be the client id/],
  ['OIDC_MY_IDP_CLIENT_SECRET', '', /must be the client secret/],
  ['OIDC_MY_IDP_SCOPES', 'email profile', /must be scopes with openid/],
  ['OIDC_MY_IDP_TEAM', 'Marketing', /must be the id of a team/],
  ['OIDC_MY_IDP_DOMAINS', 'example.com', /must be a list of domains, .* \(viewer, editor, admin\)/],
  ['OIDC_MY_IDP_DOMAINS', 'example.com=owner', /must be a list of domains/],
  ['OIDC_MY_IDP_DOMAINS', 'com=viewer', /must be a list of domains/],
  ['OIDC_MY_IDP_DOMAINS', '@example.com=viewer', /must be a list of domains/],
  ['OIDC_MY_IDP_DOMAINS', 'example.com=viewer,example.com=admin', /each once/],
  ['OIDC_MY_IDP_GROUPS', 'ops=root', /must be a list of groups, .* \(viewer, editor, admin, owner\)/],
  ['OIDC_MY_IDP_GROUPS', '=admin', /must be a list of groups/],
  ['OIDC_MY_IDP_GROUPS', 'ops', /must be a list of groups/],
  ['OIDC_MY_IDP_GROUPS_CLAIM', 'two words', /must be the name of a claim/],
  [
    'OIDC_MY_IDP_CLIENTID',
    'a',
    /must be a variable of a provider in OIDC_PROVIDERS: OIDC_NAME_ with ISSUER,/,
  ],
  ['OIDC_GOOGLE_ISSUER', 'https://accounts.google.com', /must be a variable of a provider/],
  ['PASSWORDS', 'no', /must be on or off/],
])('%s=%s is refused', (name, value, message) => {
  const { [name]: _, ...others } = PROVIDER as Record<string, string>;
  const found = problems(name, value, others);
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  if (name !== 'OIDC_PROVIDERS') expect(found).toHaveLength(1);
  expect(found.join()).not.toContain('client secret.');
});

test.each(['http://localhost:8080', 'http://127.0.0.1:8080/realms/one', 'http://[::1]:8080'])(
  'an issuer on this machine needs no TLS: %s',
  (issuer) => {
    expect(readConfig({ ...PROVIDER, OIDC_MY_IDP_ISSUER: issuer }).identityProviders[0]?.issuer).toBe(issuer);
  },
);

test('passwords cannot be switched off without an identity provider', () => {
  expect(problems('PASSWORDS', 'off')).toEqual(['OIDC_PROVIDERS must be set if PASSWORDS is off.']);
});

test('the secret of an identity provider can be read from a file', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'secret');
  await writeFile(file, 'from a file\n');
  const { OIDC_MY_IDP_CLIENT_SECRET: _, ...others } = PROVIDER;
  const { identityProviders } = readConfig({ ...others, OIDC_MY_IDP_CLIENT_SECRET_FILE: file });
  expect(identityProviders[0]?.clientSecret).toBe('from a file');
});
