import { problemOf, type Report } from '../../test/support/clients/graphql.ts';
import type { Project } from '../../test/support/clients/project.ts';
import type { Footfall } from '../../test/support/clients/server.ts';

/** A generator of clients out of the OpenAPI document. */
interface Generator {
  /** The command that generates the client, for the address of the document. */
  command(document: string): [name: string, ...args: string[]];
  /** The configuration file, if it needs one. */
  files?: (document: string) => Record<string, string>;
  /**
   * A program that registers `register`, excludes an address in website 1, then removes the list. It prints
   * the list each time.
   */
  program(server: string): string;
}

const CHANGE = "{ exclude_ips: '203.0.113.3' }";
const REMOVE = '{ exclude_ips: null }';
const PRINTS = ['203.0.113.3', 'null'];

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    // Without the option, fields with a default are required in request bodies.
    command: (document) => [
      'openapi-typescript',
      document,
      '--output',
      'openapiTypescript.d.ts',
      '--default-non-nullable',
      'false',
    ],
    program: (server) => `import createClient from 'openapi-fetch';
import type { paths } from './openapiTypescript.d.ts';
const client = createClient<paths>({
  baseUrl: '${server}',
  headers: { authorization: \`Bearer \${process.env.KEY}\` },
});
const created = await client.POST('/api/v1/websites', { body: { url: 'openapi-typescript.example' } });
if (created.response.status !== 201) console.log(created.error);
for (const body of [${CHANGE}, ${REMOVE}]) {
  const { data, error } = await client.PATCH('/api/v1/websites/{id}', { params: { path: { id: 1 } }, body });
  console.log(data ? data.data.exclude_ips : error);
}`,
  },
  'hey-api': {
    command: (document) => [
      'openapi-ts',
      '--input',
      document,
      '--output',
      'heyApi',
      '--client',
      '@hey-api/client-fetch',
    ],
    program: (server) => `import { client } from './heyApi/client.gen.ts';
import { createWebsite, updateWebsite } from './heyApi/sdk.gen.ts';
client.setConfig({ baseUrl: '${server}', auth: () => process.env.KEY as string });
const created = await createWebsite({ body: { url: 'hey-api.example' } });
if (created.response?.status !== 201) console.log(created.error);
for (const body of [${CHANGE}, ${REMOVE}]) {
  const { data, error } = await updateWebsite({ path: { id: 1 }, body });
  console.log(data ? data.data.exclude_ips : error);
}`,
  },
  orval: {
    command: () => ['orval', '--config', 'orval.config.mjs'],
    files: (document) => ({
      'orval.config.mjs': `export default { footfall: {
  input: '${document}',
  output: { target: './orval/client.ts', client: 'fetch', baseUrl: '${new URL(document).origin}' },
} };`,
    }),
    program: () => `import { createWebsite, updateWebsite } from './orval/client.ts';
const options = { headers: { authorization: \`Bearer \${process.env.KEY}\` } };
const created = await createWebsite({ url: 'orval.example' }, options);
if (created.status !== 201) console.log(created.data);
for (const body of [${CHANGE}, ${REMOVE}]) {
  const answer = await updateWebsite(1, body, options);
  console.log(answer.status === 200 ? answer.data.data.exclude_ips : answer.data);
}`,
  },
  'openapi-zod-client': {
    command: (document) => ['openapi-zod-client', document, '--output', 'zodClient.ts', '--export-schemas'],
    program: (server) => `import { createApiClient } from './zodClient.ts';
const client = createApiClient('${server}', {
  axiosConfig: { headers: { authorization: \`Bearer \${process.env.KEY}\` } },
});
await client.post('/api/v1/websites', { url: 'openapi-zod-client.example' });
for (const body of [${CHANGE}, ${REMOVE}]) {
  const { data } = await client.patch('/api/v1/websites/:id', body, { params: { id: 1 } });
  console.log(data.exclude_ips);
}`,
  },
};

/** Generates a client with each generator, compiles it, and removes a setting with it. */
export async function checkGenerators(project: Project, server: Footfall, report: Report): Promise<void> {
  const document = `${server.url}/api/v1/openapi.json`;
  for (const [name, { command, files, program }] of Object.entries(GENERATORS)) {
    for (const [file, text] of Object.entries(files?.(document) ?? {})) await project.write(file, text);
    const generated = await problemOf(project.command(...command(document)));
    report(`${name} generates a client`, generated);
    if (generated !== null) continue;
    const main = `${name.replace(/-./g, (text) => text.charAt(1).toUpperCase())}Trial.ts`;
    await project.write(main, `${program(server.url)}\nexport {};\n`);
    const tsc = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node'];
    const modules = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
    report(`${name}: its client compiles`, await problemOf(project.command('tsc', ...tsc, ...modules, main)));
    report(`${name}: its client changes and removes a setting`, await problemOf(compare()));

    async function compare() {
      const lines: string[] = [];
      for await (const line of project.program(main, { KEY: server.key })) lines.push(line);
      if (JSON.stringify(lines) !== JSON.stringify(PRINTS))
        throw new Error(`expected ${JSON.stringify(PRINTS)}; got ${JSON.stringify(lines)}`);
    }
  }
}
