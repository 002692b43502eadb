import { type GraphQLField, getNamedType, isCompositeType, isObjectType, isRequiredArgument } from 'graphql';
import { schema } from '../../../src/graphql/schema/index.ts';
import { BEHAVIOUR, everyField } from '../everyField.ts';
import { ask, globalId, outcomeAt } from './graphql.ts';
import { rowOf } from './rows.ts';
import { cellsOf, contradictions, grouped } from './table.ts';
import { forEach, type Viewer, type World } from './world.ts';

const DAYS = 'from: "2026-11-20", to: "2026-11-21"';
const PAGE = '{ page: { contains: "" } }';

/** The arguments of fields that need some. */
const ARGUMENTS: Record<string, string> = {
  'Website.stats': `name: PAGE, ${DAYS}`,
  'Website.annotations': DAYS,
  'Website.dropped': DAYS,
  'Website.spamDomains': DAYS,
  'Website.events': DAYS,
  'Website.pageProperties': DAYS,
  'Website.imports': 'first: 10',
  'Website.period': 'name: LAST_7_DAYS',
  'Account.period': 'name: LAST_7_DAYS',
  'Period.breakdown': 'by: [PAGE]',
  'Period.stats': 'name: PAGE',
  'Period.panel': 'name: PAGE',
  'Period.goal': `filter: ${PAGE}`,
  'Period.funnel': `steps: [{ filter: ${PAGE} }, { filter: ${PAGE} }]`,
  'Period.journeys': `start: ${PAGE}`,
};

/** A field on the way to an object, with its arguments, and the type of the object if it is an interface. */
interface Step {
  field: string;
  args?: string;
  on?: string;
}
type WayOf = (website: number) => Step[];

const node =
  (type: string): WayOf =>
  (website) => [{ field: 'node', args: `(id: "${globalId(type, rowOf(website))}")`, on: type }];
const own: WayOf = (website) => [{ field: 'website', args: `(id: "${website}")` }];
const viewer: Step = { field: 'viewer' };
const team: Step = { field: 'team' };
const nodes: Step = { field: 'nodes' };
const period: Step = { field: 'period', args: '(name: LAST_7_DAYS)' };

/** Fields whose values need a state that the walk does not have. */
const UNSET = ['Website.hideBelow', 'Period.imported', 'Period.untilHour', 'Import.progress'];

/** How each type is read that belongs to a website, and whose fields have permissions. */
export const WEBSITE_TYPES: Record<string, WayOf> = {
  Website: own,
  Period: (website) => [...own(website), period],
  LiveVisitors: (website) => [...own(website), { field: 'live' }],
  Report: (website) => [...own(website), { field: 'reports' }],
  Drop: (website) => [...own(website), { field: 'dropped', args: `(${DAYS})` }],
  Segment: node('Segment'),
  SharedLink: node('SharedLink'),
  Annotation: node('Annotation'),
  Goal: node('Goal'),
  SavedFunnel: node('SavedFunnel'),
  Import: node('Import'),
};

/** How each other type is read whose fields have permissions. */
export const ACCOUNT_TYPES: Record<string, WayOf> = {
  Account: () => [viewer],
  Portfolio: () => [viewer, period],
  Session: () => [viewer, { field: 'sessions' }, nodes],
  SecurityEvent: () => [viewer, { field: 'securityLog' }, nodes],
  SecondFactor: () => [viewer, { field: 'secondFactors' }],
  Identity: () => [viewer, { field: 'identities' }],
  ApiKey: () => [viewer, { field: 'apiKeys' }],
  Membership: () => [viewer, { field: 'memberships' }],
  Team: () => [viewer, team],
  Member: () => [viewer, team, { field: 'members' }, nodes],
};

/**
 * Types whose objects are read as a whole: only a field of the types above, or of `Query` and `Mutation`,
 * leads to them, and no field of theirs has permissions of its own.
 */
export const WHOLE = [
  ...['BreakdownRow', 'DimensionValue', 'Funnel', 'FunnelStep', 'GoalResult', 'IdentityProvider'],
  ...['ImportProgress', 'ImportSource', 'ImportedDays', 'Invitation', 'JourneyNode', 'LiveHit'],
  ...['LiveMinute', 'LoginOptions', 'Money'],
  ...['PageInfo', 'PreviousBreakdownRow', 'PropertyValues', 'RateLimit', 'RecordedEvent'],
  ...['ReportSubscription', 'Series', 'SeriesPoint', 'SharedView', 'SkippedRow', 'SkippedRows'],
  ...['SpamDomain', 'Stat'],
];

type Field = GraphQLField<unknown, unknown>;

function fieldsOf(typeName: string): Field[] {
  const type = schema.getType(typeName);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}

/** A field with its arguments, and with a selection of its own if its type is an object. */
function call(typeName: string, field: Field, selectionOf: (type: string) => string): string {
  const args = ARGUMENTS[`${typeName}.${field.name}`];
  if (args === undefined && field.args.some(isRequiredArgument))
    throw new Error(`${typeName}.${field.name} has required arguments: add them to ARGUMENTS.`);
  const { name } = getNamedType(field.type);
  const inner = isCompositeType(schema.getType(name)) ? ` { ${selectionOf(name)} }` : '';
  return `${field.name}${args === undefined ? '' : `(${args})`}${inner}`;
}

/** A selection at the end of a way. */
const below = (way: readonly Step[], selection: string): string =>
  way.reduceRight(
    (inner, { field, args = '', on }) => `${field}${args} { ${on ? `... on ${on} { ${inner} }` : inner} }`,
    selection,
  );

const PER_REQUEST = 20;

/** Asks for each field of a type by itself, because the error of one would hide the others. */
async function outcomesOf(
  world: World,
  typeName: string,
  wayOf: WayOf,
  viewer: Viewer,
): Promise<[string, string][]> {
  const way = wayOf(viewer.website);
  const fields = fieldsOf(typeName);
  const found: [string, string][] = [];
  for (let index = 0; index < fields.length; index += PER_REQUEST) {
    const part = fields.slice(index, index + PER_REQUEST);
    const asked = part.map((field) => {
      const selection = call(typeName, field, () => '__typename');
      return `${field.name}: ${below(way, selection)}`;
    });
    const response = await ask(world, viewer, `{ ${asked.join('\n')} }`);
    for (const { name } of part) {
      const path = [name, ...way.slice(1).map(({ field }) => field), name];
      found.push([name, response.status === 401 ? '401' : outcomeAt(response, path)]);
    }
  }
  return found;
}

/** Reads every field of types as every viewer. Returns the rows of their table, and what is wrong. */
export async function walkFields(
  world: World,
  types: Readonly<Record<string, WayOf>>,
): Promise<{ rows: Map<string, readonly string[]>; wrong: string[] }> {
  const rows = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const [typeName, wayOf] of Object.entries(types)) {
    const outcomes = new Map<string, Map<string, string>>();
    await forEach(world.viewers, async (viewer) => {
      for (const [field, outcome] of await outcomesOf(world, typeName, wayOf, viewer))
        outcomes.set(field, (outcomes.get(field) ?? new Map()).set(viewer.name, outcome));
    });
    const cells = new Map<string, string[]>();
    for (const [field, found] of outcomes) {
      wrong.push(...contradictions(`${typeName}.${field}`, found));
      const isRead = [...found.values()].includes('yes');
      // It would prove nothing about the other viewers.
      if (!isRead && !UNSET.includes(`${typeName}.${field}`))
        wrong.push(`${typeName}.${field} is null for everybody`);
      cells.set(field, cellsOf(found));
    }
    for (const [name, row] of grouped(typeName, cells)) rows.set(name, row);
  }
  return { rows, wrong };
}

/**
 * Reads everything below each field of a website and of a period, for the leaks that responses contain.
 * @returns the errors of fields that could not be read: they hide what could leak.
 */
export async function readDeep(world: World, viewer: Viewer): Promise<string[]> {
  const hidden: string[] = [];
  for (const typeName of ['Website', 'Period'])
    for (const field of fieldsOf(typeName)) {
      // The fields of the period follow one by one.
      if (typeName === 'Website' && field.name === 'period') continue;
      const everything = (type: string) => everyField(type, { ...BEHAVIOUR, ...ARGUMENTS }, [typeName]);
      const way = WEBSITE_TYPES[typeName]?.(viewer.website) ?? [];
      const query = `{ ${below(way, call(typeName, field, everything))} }`;
      const { data, errors } = await ask(world, viewer, query);
      if (!data?.website) hidden.push(`${typeName}.${field.name}: ${errors[0]?.message}`);
    }
  return hidden;
}
