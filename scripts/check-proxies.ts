/**
 * `npm run check:proxies`: runs nginx and caddy from the PATH with deploy/nginx.conf and deploy/Caddyfile in
 * front of a server, and checks the statements of docs/operating.md about them. Not part of `npm test`, which
 * needs neither.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../src/root.ts';
import { CERTIFICATE } from '../test/support/certificate.ts';
import { freePort } from '../test/support/postgresql/server.mjs';
import { checkProxy, checkSecondProxy, type ProxyUnderTest } from './proxies/checks.ts';
import { startFootfall } from './proxies/footfall.ts';

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

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Checks = (proxy: ProxyUnderTest) => Promise<[string, string | null][]>;

/** Runs checks behind one proxy. @returns whether all passed. */
async function check(name: string, hops: number, checks: Checks): Promise<boolean> {
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
  let said = '';
  proxy.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ended = new Promise<void>((resolve) => proxy.once('close', () => resolve()));
  try {
    const target: ProxyUnderTest = { http, https, ca: CERTIFICATE.cert, ...footfall };
    const results = await checks(target);
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
    await rm(folder, { recursive: true });
  }
}

let passed = true;
for (const [name, { command }] of Object.entries(PROXIES)) {
  if (!isInstalled(command)) {
    process.stdout.write(`${name}: not checked, because ${command} is not on the PATH\n`);
    continue;
  }
  passed = (await check(name, 1, checkProxy)) && passed;
  passed = (await check(name, 2, checkSecondProxy)) && passed;
}
process.exitCode = passed ? 0 : 1;
