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

/** Creates a goal over REST; throws the response body if that fails. */
export async function newGoal(
  server: TestServer,
  websiteId: number,
  { name = 'Signup', filter = { event: { in: ['Signup'] } } }: { name?: string; filter?: object } = {},
): Promise<GoalRecord> {
  const response = await server.call(`/api/v1/goals/${websiteId}`, json('POST', { name, filter }));
  const body = (await response.json()) as RestBody<GoalRecord>;
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}
