import { json, type RestBody } from './rest.ts';
import type { TestServer } from './server.ts';

/** A goal in the representation of the REST API. */
export interface GoalRecord {
  id: number;
  name: string;
  filter: object;
  created_at: string;
  updated_at: string;
}

/** A saved funnel in the representation of the REST API. */
export interface FunnelRecord {
  id: number;
  name: string;
  steps: object[];
  scope: string;
  strict: number;
  within: number | null;
  created_at: string;
  updated_at: string;
}

async function created<Row>(server: TestServer, path: string, fields: object): Promise<Row> {
  const response = await server.call(`/api/v1/${path}`, json('POST', fields));
  const body = (await response.json()) as RestBody<Row>;
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Creates a goal over REST; throws the response body if that fails. */
export const newGoal = (
  server: TestServer,
  websiteId: number,
  { name = 'Signup', filter = { event: { in: ['Signup'] } } }: { name?: string; filter?: object } = {},
): Promise<GoalRecord> => created(server, `goals/${websiteId}`, { name, filter });

const STEPS = [{ filter: { page: { in: ['/'] } } }, { filter: { event: { in: ['Signup'] } } }];

/** Saves a funnel over REST; throws the response body if that fails. */
export const newFunnel = (
  server: TestServer,
  websiteId: number,
  { name = 'Signup', steps = STEPS, ...options }: Partial<FunnelRecord> = {},
): Promise<FunnelRecord> => created(server, `funnels/${websiteId}`, { name, steps, ...options });
