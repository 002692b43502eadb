import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Scope } from '../auth/viewer.ts';
import { readBody } from '../http/body.ts';
import type { Context } from '../request/context.ts';
import { asksForCsv, type CsvTable, requireFormat, sendCsv } from './csv.ts';
import type { Node } from './openapi/node.ts';
import { type ParameterName, parameters } from './openapi/parameters.ts';
import type { ErrorName } from './openapi/responses.ts';
import { bodyArgs, pathId, queryArgs, type RestState, signedIn } from './request.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A request to a route, as its resolver needs it. */
export interface RestRequest {
  /** The id of the website in the path; 0 for a route without one. */
  id: number;
  /** The id of the goal in the path; 0 for a route without one. */
  goal: number;
  /** The id of the funnel in the path; 0 for a route without one. */
  funnel: number;
  /** The id of the import in the path; 0 for a route without one. */
  import: number;
  /** The id of the member in the path; 0 for a route without one. */
  member: number;
  /** The query parameters of the route that were sent. */
  query: Record<string, unknown>;
  /** The fields of the body. */
  body: object;
  context: Context;
  /** The public address of the server. */
  baseUrl: string;
  /** For the address of a page of rows, and the headers of the response. */
  ctx: KoaContext;
}

/** A response that is not JSON. */
export class RestFile {
  /** The media type. */
  readonly type: string;
  /** Null for HEAD. */
  readonly content: string | Readable | null;
  /** The name under which browsers save it; null for none. */
  readonly name: string | null;

  constructor(type: string, content: string | Readable | null, name: string | null = null) {
    this.type = type;
    this.content = content;
    this.name = name;
  }
}

/**
 * A route of the REST API. The router and the OpenAPI document derive from it. It reads its parameters, calls
 * a resolver and formats the result.
 */
export interface RestRoute {
  /** Below `/api/v1`; `{id}` is the id of a website, `{goal}` that of a goal, and so on. */
  path: string;
  /** The ids of its operations by method. Several methods do the same. */
  operations: Partial<Record<Method, string>>;
  tag: 'Websites' | 'Statistics' | 'Goals' | 'Imports' | 'Members';
  summary: string;
  /** What it does; the sentence about the scope is added. */
  description: string;
  scope: Scope;
  /** What a key needs besides the scope, continuing the sentence about it; empty for nothing. */
  further?: string;
  /** Its query parameters, as named in `components/parameters`. */
  query?: readonly ParameterName[];
  /** Its body: the fields, and their schema in `components/schemas`. */
  body?: { fields: readonly string[]; schema: string; required: boolean; example: Node };
  /** What its body contains, if that is a file, which the route reads itself. */
  upload?: string;
  /** The status of its response, which the body has as well, and the schema. */
  status: 200 | 201;
  answers: string;
  /** Null if no response is JSON. */
  schema: Node | null;
  /** The media types of responses that are not JSON. */
  files?: readonly string[];
  /**
   * Converts the body of the response to a table, for routes with the parameters `format` and `link`. Their
   * resolvers decide what may be read without an API key.
   */
  csv?(found: never, query: Record<string, unknown>): CsvTable;
  /** Headers of the response in the document, besides those of every read. */
  headers?: (baseUrl: string) => Node;
  /** The errors that not every route has. */
  errors: readonly ErrorName[];
  /** Returns the body of the response, to which the status is added, or a {@link RestFile}. */
  run(request: RestRequest): Promise<object>;
}

/** The body of a page of rows (pages.ts). */
type PageLinks = { links?: Record<string, string | null> };

function sendFile(ctx: KoaContext, { type, content, name }: RestFile): void {
  ctx.type = type;
  if (name !== null) ctx.attachment(name);
  // Koa would remove the headers of an empty body.
  ctx.body = content ?? '';
}

/** Adds routes to a router. */
export function addRoutes(router: Router<RestState>, baseUrl: string, routes: readonly RestRoute[]): void {
  for (const { operations, path, query = [], body, status, csv, run } of routes) {
    const names = query.map((name) => parameters[name].name);
    // Before the body, so that a response to one that cannot be read names unknown parameters as well.
    const readQuery: Middleware<RestState> = (ctx, next) => {
      ctx.state.query = queryArgs(ctx, names);
      return next();
    };
    const answer: Middleware<RestState> = async (ctx) => {
      const { context, query: args = {} } = ctx.state;
      const isCsv = csv !== undefined && asksForCsv(ctx);
      if (!isCsv) signedIn(context);
      if (csv) requireFormat(args);
      const idOf = (name: string) => (path.includes(`{${name}}`) ? pathId(ctx as never, name) : 0);
      const own = { goal: idOf('goal'), funnel: idOf('funnel'), import: idOf('import') };
      const ids = { ...own, id: idOf('id'), member: idOf('member') };
      const fields = body ? bodyArgs(ctx, body.fields) : {};
      const found = await run({ ...ids, query: args, body: fields, context, baseUrl, ctx });
      if (found instanceof RestFile) sendFile(ctx, found);
      else if (isCsv) sendCsv(ctx, csv(found as never, args), (found as PageLinks).links);
      else ctx.body = { ...found, status };
      ctx.status = status;
    };
    const steps = body ? [readQuery, ...readBody, answer] : [readQuery, answer];
    router.register(path.replace(/\{(\w+)\}/g, ':$1'), Object.keys(operations), steps);
  }
}
