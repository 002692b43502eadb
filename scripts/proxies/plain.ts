import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { blocksOf } from '../../test/support/documents/blocks.ts';

/** The ports and the folder of a proxy that is checked. */
export interface ProxyPlace {
  folder: string;
  /** Where the proxy listens. */
  http: number;
  /** Where Footfall listens. */
  upstream: number;
}

/** A proxy without TLS. */
export interface PlainProxy {
  command: string;
  /** The configuration: a text that only its block of docs/operating.md contains; or the text itself. */
  has: string | { text: string };
  /** Packages that are installed beside the configuration. */
  packages?: string[];
  /** Whether it keeps a stream open after the browser has left. */
  keepsStreams?: boolean;
  /** Whether it is the proxy of a website that forwards only the paths of the tracker. */
  isFirstParty?: boolean;
  /** Completes the configuration for the ports and the folder of the test. */
  adapt(text: string, place: ProxyPlace): string;
  args(file: string, place: ProxyPlace): string[];
}

/** Replaces the ports of the documentation, 80 and 3000, where a pattern finds them. */
const withPorts = (text: string, { http, upstream }: ProxyPlace, listen: RegExp) =>
  text
    .replace(listen, (line) => line.replace('80', String(http)))
    .replace(/127\.0\.0\.1(:| parent |", "port" => |";\s*\.port = ")3000/g, `127.0.0.1$1${upstream}`);

function adaptNginx(text: string, place: ProxyPlace): string {
  const { folder, http } = place;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Started by root, nginx runs its workers as another user, which cannot write to the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; ${paths.join(' ')} server { listen ${http};\n${withPorts(text, place, /^$/)}\n} }`;
}

const APACHE_MODULES = ['mpm_event', 'authz_core', 'alias', 'proxy', 'proxy_http', 'env', 'filter', 'deflate']
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n');

/** http-proxy adds the client's address with `xfwd`. The middleware compresses whatever it may. */
const EXPRESS = `const app = require('express')();
const proxy = require('http-proxy').createProxyServer({ target: 'http://127.0.0.1:3000', xfwd: true });
proxy.on('error', (error, request, response) => response.destroy());
app.use(require('compression')());
app.all('/readyz', (request, response) => response.sendStatus(404));
app.use((request, response) => proxy.web(request, response));
app.listen(80);
`;

export const PLAIN: Record<string, PlainProxy> = {
  'nginx without keep-alive': {
    command: 'nginx',
    has: {
      text: `location = /readyz { return 404; } location / { proxy_pass http://127.0.0.1:3000;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; client_max_body_size 0; proxy_buffering on; }`,
    },
    adapt: adaptNginx,
    args: (file) => ['-c', file, '-e', '/dev/stderr'],
  },
  'nginx of a website': {
    command: 'nginx',
    has: 'location /ff/',
    isFirstParty: true,
    adapt: adaptNginx,
    args: (file) => ['-c', file, '-e', '/dev/stderr'],
  },
  HAProxy: {
    command: 'haproxy',
    has: 'option forwardfor',
    // As many installations have it: without the header of Footfall, it would withhold messages.
    adapt: (text, place) =>
      withPorts(text, place, /bind :80/).replace(
        /(backend.*\n\s+mode http)/,
        '$1\n    compression algo gzip\n',
      ),
    args: (file) => ['-db', '-f', file],
  },
  Apache: {
    command: 'apache2',
    has: 'ProxyPreserveHost',
    adapt: (text, place) =>
      `${APACHE_MODULES}
ServerName localhost
ServerRoot ${place.folder}
DefaultRuntimeDir ${place.folder}
PidFile ${place.folder}/apache.pid
ErrorLog ${place.folder}/error.log
User www-data
Group www-data
Listen ${place.http}
# As many installations have it. It ignores no-transform.
SetOutputFilter DEFLATE
${withPorts(text, place, /<VirtualHost \*:80>/)}
`,
    args: (file) => ['-D', 'FOREGROUND', '-f', file],
  },
  lighttpd: {
    command: 'lighttpd',
    has: 'server.stream-response-body',
    adapt: (text, place) =>
      `server.document-root = "${place.folder}"
server.port = ${place.http}
${withPorts(text, place, /^$/)}
`,
    args: (file) => ['-D', '-f', file],
  },
  Squid: {
    command: 'squid',
    has: 'originserver',
    adapt: (text, place) => `pid_filename ${place.folder}/squid.pid
coredump_dir ${place.folder}
cache_log ${place.folder}/cache.log
access_log none
cache_effective_user proxy
${withPorts(text, place, /http_port 80/).replaceAll('stats.example.com', 'localhost')}
`,
    // The name of the service keeps it apart from a Squid of the machine, with which it would share memory.
    args: (file, { http }) => ['-N', '-n', `footfall${http}`, '-f', file],
  },
  Varnish: {
    command: 'varnishd',
    has: 'vcl 4.1',
    adapt: (text, place) => withPorts(text, place, /^$/),
    args: (file, { folder, http }) => [
      ...['-F', '-f', file, '-a', `127.0.0.1:${http}`, '-n', path.join(folder, 'varnish')],
      ...['-s', 'malloc,16m'],
    ],
  },
  'Express with compression': {
    command: 'node',
    has: { text: EXPRESS },
    keepsStreams: true,
    packages: ['express@5.1.0', 'compression@1.8.1', 'http-proxy@1.18.1'],
    adapt: (text, place) => withPorts(text, place, /listen\(80/),
    args: (file) => [file],
  },
  'Caddy of a website': {
    command: 'caddy',
    has: 'handle /ff/*',
    isFirstParty: true,
    adapt: (text, place) =>
      `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${place.folder}/caddy\n}\n` +
      withPorts(text, place, /^$/).replace('shop.example.com', `http://localhost:${place.http}`),
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
};

/** Writes the configuration of a proxy, and starts it. @returns the process. */
export async function startPlain(
  { command, has, packages = [], adapt, args }: PlainProxy,
  place: ProxyPlace,
) {
  if (packages.length > 0)
    execFileSync('npm', ['install', '--no-save', '--prefix', place.folder, ...packages], { stdio: 'ignore' });
  const text = typeof has === 'string' ? documented(has) : has.text;
  const file = path.join(place.folder, `${command}.conf`);
  // HAProxy requires a line break at the end.
  await writeFile(file, `${adapt(text, place)}\n`);
  return spawn(command, args(file, place), { stdio: ['ignore', 'ignore', 'pipe'] });
}

function documented(has: string): string {
  const block = blocksOf('docs/operating.md').find(({ text }) => text.includes(has));
  if (!block) throw new Error(`docs/operating.md has no block with ${has}.`);
  return block.text;
}
