import path from 'node:path';
import { type RestBody, rest } from '../rest.ts';
import { startTestServer, type TestServer, temporaryFolder } from '../server.ts';

/** An import in the representation of the REST API. */
export interface ImportRecord {
  id: number;
  source: string | null;
  files: string[];
  state: string;
  error: string | null;
  started_by: string | null;
  from: string | null;
  to: string | null;
  rows: number;
  skipped: {
    reason: string;
    count: number;
    examples: { file: string; line: number; message: string | null }[];
  }[];
  visitors: number;
  visits: number;
  pageviews: number;
  events: number;
  own_hits_from: string | null;
  progress: { step: string; rows: number } | null;
  created_at: string;
  finished_at: string | null;
}

/** A server with a website that receives files. */
export interface UploadServer {
  server: TestServer;
  /** The id of the website. */
  id: number;
  /** Where its files are. */
  folder: string;
  /** Uploads a file. `query` is added to the address. */
  upload(bytes: Uint8Array | string, query?: string, key?: string | null): Promise<UploadAnswer>;
  /** Sends a request to the path of an import. It waits until no job is left, before and after. */
  call(method: string, path: string, body?: object, key?: string): Promise<UploadAnswer>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type UploadAnswer = Pick<RestBody<ImportRecord>, 'data' | 'message' | 'errors'> & {
  status: number;
  meta?: { total: number };
};

export async function startUploadServer(
  env: Record<string, string> = {},
  beside?: UploadServer,
): Promise<UploadServer> {
  const temporary = beside ? null : await temporaryFolder();
  const folder = beside?.folder ?? path.join(temporary?.folder ?? '', 'imports');
  const server = await startTestServer({
    env: { IMPORT_DIR: folder, ...env },
    ...(beside && { beside: beside.server }),
  });
  const id =
    beside?.id ??
    (
      await rest(server, '/api/v1/websites', {
        method: 'POST',
        body: new URLSearchParams({ url: 'https://shop.example', timezone: 'UTC' }),
      })
    ).body.data.id;
  const answered = async (path: string, init: Parameters<typeof rest>[2]): Promise<UploadAnswer> => {
    await server.deps.imports?.idle();
    const { status, body } = await rest<ImportRecord>(server, path, init);
    await server.deps.imports?.idle();
    return { ...body, status };
  };
  return {
    server,
    id,
    folder,
    upload: (bytes, query = '', key = server.key) =>
      answered(`/api/v1/imports/${id}?${query}`, { method: 'POST', body: bytes as BodyInit, key }),
    call: (method, path, body, key = server.key) =>
      answered(`/api/v1/imports/${path}`, {
        method,
        key,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await temporary?.[Symbol.asyncDispose]();
    },
  };
}
