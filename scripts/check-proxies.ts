/**
 * `npm run check:proxies`: runs the proxies on the PATH in front of a server, with the configurations in
 * deploy/ and docs/operating.md, and checks the statements of docs/operating.md about them. Not part of
 * `npm test`, which needs none of them. `-- HAProxy lighttpd` selects proxies by name.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../src/root.ts';
import { CERTIFICATE } from '../test/support/certificate.ts';
import { freePort } from '../test/support/postgresql/server.mjs';
import { findCommand } from './installed.ts';
import { checkProxy, checkSecondProxy, type ProxyUnderTest } from './proxies/checks.ts';
import { startFootfall } from './proxies/footfall.ts';
import { PLAIN, type PlainProxy, startPlain } from './proxies/plain.ts';
import { checkFirstParty, checkPlainProxy } from './proxies/plainChecks.ts';

interface Proxy {
  command: string;
  /** Adapts the configuration file to the test's host, ports and certificate. */
  adapt(text: string, options: ProxyOptions): string;
  args(file: string): string[];
}

interface ProxyOptions {
  folder: string;
  http: number;
  https: number;
  upstream: number;
}

const PROXIES: Record<string, Proxy> = {
  'nginx.conf': {
    command: 'nginx',
    adapt(text, { folder, http, https, upstream }) {
      const site = text
        .replaceAll('stats.example.com;', 'localhost;')
        .replace('https://$server_name', `https://$server_name:${https}`)
        .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, `${folder}/cert.pem`)
        .replace(/\/etc\/letsencrypt\S+privkey\.pem/, `${folder}/key.pem`)
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
        .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${http};`)
        .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${https} `);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      // Started by root, nginx runs its workers as another user, which cannot write to the folder.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      return `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${paths.join(' ')}\n${site}\n}`;
    },
    args: (file) => ['-c', file, '-e', '/dev/stderr'],
  },
  Caddyfile: {
    command: 'caddy',
    adapt: (text, { folder, http, https, upstream }) =>
      text
        .replace(
          '\n{\n',
          `\n{\n\thttp_port ${http}\n\thttps_port ${https}\n` +
            `\tadmin off\n\tstorage file_system ${folder}/caddy\n`,
        )
        .replace('\nstats.example.com {', `\nlocalhost {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
        .replace('http://stats.example.com {', 'http://localhost {')
        .replace('https://stats.example.com{uri}', `https://localhost:${https}{uri}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`),
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
};

type Results = [string, string | null][];

/**
 * Runs checks behind one proxy, which is stopped afterwards.
 * @returns whether all passed.
 */
async function report(name: string, proxy: ChildProcess, checks: () => Promise<Results>): Promise<boolean> {
  let said = '';
  proxy.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ended = new Promise<void>((resolve) => proxy.once('close', () => resolve()));
  try {
    const results = await checks();
    for (const [what, problem] of results)
      process.stdout.write(
        `${name}: ${problem === null ? 'ok  ' : 'FAIL'} ${what}${problem ? `: ${problem}` : ''}\n`,
      );
    return results.every(([, problem]) => problem === null);
  } catch (error) {
    process.stdout.write(`${name}: FAIL ${String(error)}\n${said.slice(-2000)}\n`);
    return false;
  } finally {
    proxy.kill('SIGTERM');
    await ended;
  }
}

/** Checks a configuration of deploy/. */
async function checkDeployed(
  name: string,
  hops: number,
  checks: (proxy: ProxyUnderTest) => Promise<Results>,
): Promise<boolean> {
  const { command, adapt, args } = PROXIES[name] as Proxy;
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-proxy-'));
  const [http, https] = [await freePort(), await freePort()];
  await using footfall = await startFootfall(folder, `https://localhost:${https}`, hops);
  await writeFile(path.join(folder, 'cert.pem'), CERTIFICATE.cert);
  await writeFile(path.join(folder, 'key.pem'), CERTIFICATE.key);
  const file = path.join(folder, name);
  const text = await readFile(path.join(root, 'deploy', name), 'utf8');
  await writeFile(file, adapt(text, { folder, http, https, upstream: footfall.port }));
  const proxy = spawn(command, args(file), { stdio: ['ignore', 'ignore', 'pipe'] });
  const passed = await report(name, proxy, () => checks({ http, https, ca: CERTIFICATE.cert, ...footfall }));
  await rm(folder, { recursive: true });
  return passed;
}

/** Checks a configuration without TLS. */
async function checkPlain(name: string): Promise<boolean> {
  const plain = PLAIN[name] as PlainProxy;
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-proxy-'));
  // Started by root, some proxies run as another user.
  await chmod(folder, 0o777);
  const http = await freePort();
  await using footfall = await startFootfall(folder, `http://localhost:${http}`);
  const proxy = await startPlain(plain, { folder, http, upstream: footfall.port });
  const target: ProxyUnderTest = { http, https: 0, ca: null, ...footfall };
  const passed = await report(name, proxy, () =>
    plain.isFirstParty ? checkFirstParty(target) : checkPlainProxy(target, footfall.port, plain.keepsStreams),
  );
  await rm(folder, { recursive: true });
  return passed;
}

let passed = true;
const selected = process.argv.slice(2);
const all = { ...PROXIES, ...PLAIN };
for (const [name, { command }] of Object.entries(all)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  if (findCommand(command) === null) {
    process.stdout.write(`${name}: not checked, because ${command} is not on the PATH\n`);
  } else if (name in PLAIN) {
    passed = (await checkPlain(name)) && passed;
  } else {
    passed = (await checkDeployed(name, 1, checkProxy)) && passed;
    passed = (await checkDeployed(name, 2, checkSecondProxy)) && passed;
  }
}
process.exitCode = passed ? 0 : 1;
