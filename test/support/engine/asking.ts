import { METRIC_NAMES } from '../../../src/engine/registry/metrics.ts';
import { camelCase } from '../../../src/validation/names.ts';
import { encodeCursor } from '../../../src/validation/paging.ts';
import type { TestServer } from '../server.ts';
import { type FilterInput, renamed } from './filterInputs.ts';
import { type AskedQuestion, type MetricValues, NO_METRICS, type RecountedRow } from './recount.ts';
import { PROPERTY } from './traffic.ts';

/** The fields of all metrics in GraphQL. */
export const METRIC_FIELDS = METRIC_NAMES.map(camelCase).join(' ');

/** A filter with the names of GraphQL. */
export const graphqlFilter = (filter: FilterInput | null) => filter && renamed(filter, camelCase);

/** The metrics of a period, and one page of a breakdown, as a client gets them. */
export interface WebsiteQuestions {
  metrics: MetricValues;
  rows: RecountedRow[];
  total: number;
}

/** A page of at least 10 rows. */
export interface AskedPage {
  offset: number;
  limit: number;
}

export interface GraphqlResponse<Data> {
  status: number;
  headers: Headers;
  data: Data;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

/** Sends an operation that is written as text. */
export async function graphql<Data = Record<string, never>>(
  server: TestServer,
  query: string,
  variables: object = {},
  init: { signal?: AbortSignal } = {},
): Promise<GraphqlResponse<Data>> {
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...init,
  });
  const body = (await response.json()) as Omit<GraphqlResponse<Data>, 'status' | 'headers'>;
  return { status: response.status, headers: response.headers, ...body };
}

/** As {@link graphql}; throws the errors. */
export async function graphqlData<Data>(
  server: TestServer,
  query: string,
  variables: object = {},
): Promise<Data> {
  const { data, errors } = await graphql<Data>(server, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Takes the metrics from an object with the fields of GraphQL. */
export const metricsOf = (fields: Readonly<Record<string, unknown>>): MetricValues =>
  Object.fromEntries(METRIC_NAMES.map((name) => [name, fields[camelCase(name)]])) as MetricValues;

const BREAKDOWN = `
  query ($id: ID!, $from: Date!, $to: Date!, $filter: FilterInput, $by: [Dimension!]!, $order: BreakdownOrder,
    $property: String, $search: String, $first: Int, $after: String) {
    website(id: $id) { period(from: $from, to: $to, filter: $filter, compare: NONE) {
      ${METRIC_FIELDS}
      breakdown(by: $by, property: $property, orderBy: $order, search: $search, first: $first,
        after: $after) {
        totalCount nodes { values { dimension value } ${METRIC_FIELDS} } } } } }`;

interface Row extends Record<string, unknown> {
  values: { dimension: string; value: string }[];
}

interface PeriodData {
  website: { period: Record<string, unknown> & { breakdown: { totalCount: number; nodes: Row[] } } };
}

/** Asks a question with at least one dimension over GraphQL. */
export async function askGraphql(
  server: TestServer,
  { websiteId, from, to, filter, by, order, search }: AskedQuestion,
  { offset, limit }: AskedPage,
): Promise<WebsiteQuestions> {
  const { period } = (
    await graphqlData<PeriodData>(server, BREAKDOWN, {
      id: String(websiteId),
      from,
      to,
      filter: graphqlFilter(filter),
      search,
      first: limit,
      by: by.map((name) => name.toUpperCase()),
      property: by.includes('property') ? PROPERTY : null,
      order: order && { metric: order.metric.toUpperCase(), direction: order.direction.toUpperCase() },
      after: offset === 0 ? null : encodeCursor(offset),
    })
  ).website;
  const rows = period.breakdown.nodes.map((row) => {
    if (row.values.map(({ dimension }) => dimension.toLowerCase()).join() !== by.join())
      throw new Error(`The dimensions of a row are ${JSON.stringify(row.values)}.`);
    return { values: row.values.map(({ value }) => value), metrics: metricsOf(row) };
  });
  return { metrics: metricsOf(period), rows, total: period.breakdown.totalCount };
}

/** The parameters of a question in REST. */
export function restQuery({ from, to, filter, by, order, search }: AskedQuestion): URLSearchParams {
  return new URLSearchParams({
    by: by.join(),
    ...(by.includes('property') && { property: PROPERTY }),
    from,
    to,
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(search !== null && { search }),
    ...(order && { sort: `${order.direction === 'desc' ? '-' : ''}${order.metric}` }),
  });
}

async function restBody<Data>(server: TestServer, where: string): Promise<Data> {
  const response = await server.call(`/api/v1/${where}`);
  const body = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body as Data;
}

/** Reads the metrics of a question over REST. */
export async function restMetrics(
  server: TestServer,
  { websiteId, from, to, filter }: Pick<AskedQuestion, 'websiteId' | 'from' | 'to' | 'filter'>,
): Promise<MetricValues> {
  const query = new URLSearchParams({
    from,
    to,
    compare: 'none',
    ...(filter && { filter: JSON.stringify(filter) }),
  });
  return (await restBody<{ data: MetricValues }>(server, `metrics/${websiteId}?${query}`)).data;
}

/** Asks a question with at least one dimension over REST; `offset` must be a multiple of `limit`. */
export async function askRest(
  server: TestServer,
  asked: AskedQuestion,
  { offset, limit }: AskedPage,
): Promise<WebsiteQuestions> {
  const query = restQuery(asked);
  query.set('per_page', String(limit));
  query.set('page', String(1 + offset / limit));
  const { data, meta } = await restBody<{
    data: Record<string, unknown>[];
    meta: { total: number };
  }>(server, `breakdown/${asked.websiteId}?${query}`);
  const rows = data.map((row) => ({
    values: asked.by.map((name) => row[name] as string),
    metrics: Object.fromEntries(Object.keys(NO_METRICS).map((name) => [name, row[name]])) as MetricValues,
  }));
  return { metrics: await restMetrics(server, asked), rows, total: meta.total };
}
