import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLInterfaceType } from 'graphql';
import { schema } from '../../../src/graphql/schema/index.ts';
import { ask, fieldsWithout, globalId, outcomeAt } from '../../support/permissions/graphql.ts';
import { DOOMED_KEY, rowOf, TEAM } from '../../support/permissions/rows.ts';
import { cellsOf, contradictions, differences, HEAD } from '../../support/permissions/table.ts';
import { forEach, startWorld, type Viewer, type World } from '../../support/permissions/world.ts';

const node = (type: string) => (website: number) =>
  `node(id: "${globalId(type, type === 'Website' ? website : rowOf(website))}") { id }`;

/** Each query, and several of one that reads different things: the name of its field, and an operation. */
const QUERIES: Record<string, (website: number) => string> = {
  canCreateOwner: () => 'canCreateOwner(token: "none")',
  clientAddress: () => 'clientAddress',
  importSources: () => 'importSources { name }',
  invitation: () => 'invitation(token: "none") { email }',
  loginOptions: () => 'loginOptions { passwords }',
  needsOwner: () => 'needsOwner',
  'node (Account of the owner)': () => `node(id: "${globalId('Account', world.ownerAccount)}") { id }`,
  'node (Annotation)': node('Annotation'),
  'node (ApiKey)': () => `node(id: "${globalId('ApiKey', DOOMED_KEY)}") { id }`,
  'node (Goal)': node('Goal'),
  'node (Import)': node('Import'),
  'node (SavedFunnel)': node('SavedFunnel'),
  'node (Segment)': node('Segment'),
  'node (SharedLink)': node('SharedLink'),
  'node (Team)': () => `node(id: "${globalId('Team', TEAM)}") { id }`,
  'node (Website)': node('Website'),
  nodes: (website) => `nodes(ids: ["${globalId('Website', website)}"]) { id }`,
  proxyProblem: () => 'proxyProblem',
  rateLimit: () => 'rateLimit { cost }',
  reportSubscription: () => 'reportSubscription(token: "none") { domain }',
  sendsReports: () => 'sendsReports',
  sharedView: () => 'sharedView { panels }',
  statisticsAccess: (website) => `statisticsAccess(trackingId: "tracking-${website}")`,
  viewer: () => 'viewer { id }',
  'website (by id)': (website) => `website(id: "${website}") { domain }`,
  'website (by trackingId)': (website) => `website(trackingId: "tracking-${website}") { domain }`,
  websites: () => 'websites { nodes { domain } }',
  'websites (by a metric)': () =>
    'websites(orderBy: { metric: VISITORS, period: LAST_7_DAYS }) { nodes { domain } }',
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

/** Asks for one field, because the error of one that is not null would hide the others. */
async function outcomeOf(viewer: Viewer, name: string, field: string): Promise<string> {
  const response = await ask(world, viewer, `{ answer: ${field} }`);
  const value = response.data?.answer;
  if (response.status === 401) return '401';
  if (Array.isArray(value)) return value[0] ? 'yes' : '–';
  if (name === 'statisticsAccess') return `\`${value}\``;
  return value === false ? '`false`' : outcomeAt(response, ['answer']);
}

describe('every query', () => {
  test('is in the walk: add a new field of Query here', () => {
    expect(fieldsWithout(QUERIES, 'Query')).toEqual([]);
    const nodes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
    const asked = Object.keys(QUERIES).join();
    expect(nodes.filter(({ name }) => !asked.includes(`node (${name}`))).toEqual([]);
  });

  test('is answered to every viewer as docs/permissions.md says, and leaks nothing', async () => {
    const rows = new Map<string, string[]>();
    const wrong: string[] = [];
    for (const [name, fieldOf] of Object.entries(QUERIES)) {
      const outcomes = new Map<string, string>();
      await forEach(world.viewers, async (viewer) =>
        outcomes.set(viewer.name, await outcomeOf(viewer, name, fieldOf(viewer.website))),
      );
      wrong.push(...contradictions(name, outcomes));
      rows.set(`\`${name}\``, cellsOf(outcomes));
    }
    // The page asks for the password of the link.
    expect(wrong).toEqual(['statisticsAccess: locked link got `PASSWORD`, but stranger `NONE`']);
    expect(world.leaks).toEqual([]);
    expect(differences('Queries of GraphQL', ['query', ...HEAD], rows)).toEqual([]);
  });
});
