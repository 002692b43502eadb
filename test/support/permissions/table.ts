import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCOPES } from '../../../src/auth/viewer.ts';
import { root } from '../../../src/root.ts';
import { ROLE_NAMES } from '../../../src/validation/roles.ts';

/** The reviewed tables of docs/permissions.md, which the walk of permissions is compared with. */
const FILE = path.join(root, 'docs/permissions.md');

/** The outcome of an operation for each viewer, by the viewer's name. */
export type Outcomes = ReadonlyMap<string, string>;

/** The columns of the tables, and the viewer whose outcomes each contains. */
const COLUMNS = [
  ...ROLE_NAMES.map((role) => [role, role] as const),
  ['limited', 'limited'],
  ['other team', 'other'],
  ['former', 'former'],
  ['stranger', 'stranger'],
  ['public', 'public'],
  ['link', 'link'],
  ['website key', 'website key'],
  ['segment key', 'segment key'],
] as const;

const NAMES = COLUMNS.map(([column]) => column);
/** The columns of tables whose operations take sessions: for roles, the outcomes are those of sessions. */
export const HEAD = [...NAMES, 'API key'];
/** The columns of tables whose operations take keys: for roles, the outcomes are those of keys. */
export const KEY_HEAD = [...NAMES, 'scopes', 'session'];

/** The viewers with a session, of whom each also has an API key with all scopes. */
const PEOPLE = [...ROLE_NAMES, 'limited', 'other'];
const NO_KEYS = ['former key', 'revoked key', 'expired key'];
const INVITATIONS = ['expired', 'revoked', 'used'].map((name) => `${name} invitation`);
const NO_LINKS = ['expired link', 'locked link'];

const outcome = (outcomes: Outcomes, name: string): string => outcomes.get(name) ?? 'not asked';

/** What a key of the owner needs to get the outcome of a key with all scopes. Each key has one or more. */
function scopesOf(outcomes: Outcomes): string {
  const full = outcome(outcomes, 'owner key');
  const isFull = (name: string) => outcome(outcomes, name) === full;
  if (SCOPES.every((scope) => isFull(`key with only ${scope}`))) return 'any';
  const needed = SCOPES.filter((scope) => !isFull(`key without ${scope}`));
  if (needed.length > 0) return needed.map((scope) => `\`${scope}\``).join(', ');
  return SCOPES.filter((scope) => isFull(`key with only ${scope}`))
    .map((scope) => `\`${scope}\``)
    .join(' or ');
}

/** Whether the columns of persons are about their sessions or their API keys. */
type By = 'session' | 'key';

/** Whether sessions and keys are equal for an operation. */
const takesBoth = (outcomes: Outcomes) => outcome(outcomes, 'owner') === outcome(outcomes, 'owner key');

/** The cells of an operation's row. */
export function cellsOf(outcomes: Outcomes, by: By = 'session'): string[] {
  const isPerson = (name: string) => [...PEOPLE, 'former'].includes(name);
  const cells = COLUMNS.map(([, viewer]) =>
    outcome(outcomes, by === 'key' && isPerson(viewer) ? `${viewer} key` : viewer),
  );
  if (by === 'key') return [...cells, scopesOf(outcomes), takesBoth(outcomes) ? 'yes' : 'no'];
  return [...cells, takesBoth(outcomes) ? scopesOf(outcomes) : 'no'];
}

/**
 * Lists what contradicts the rules that hold for every operation: a key has the rights of its member or none,
 * and what is no longer valid gives no access.
 */
export function contradictions(name: string, outcomes: Outcomes, by: By = 'session'): string[] {
  const found: string[] = [];
  const expectSame = (one: string, other: string) => {
    const [got, wanted] = [outcome(outcomes, one), outcome(outcomes, other)];
    if (got !== wanted) found.push(`${name}: ${one} got ${got}, but ${other} ${wanted}`);
  };
  for (const viewer of [...NO_KEYS, ...INVITATIONS])
    if (outcome(outcomes, viewer) !== '401')
      found.push(`${name}: ${viewer} got ${outcome(outcomes, viewer)}`);
  for (const viewer of NO_LINKS) expectSame(viewer, 'stranger');
  for (const person of PEOPLE) {
    if (takesBoth(outcomes)) expectSame(`${person} key`, person);
    else if (by === 'session') expectSame(`${person} key`, 'owner key');
    else expectSame(person, 'stranger');
  }
  return found;
}

/** Rows by their first cell. */
export type Rows = ReadonlyMap<string, readonly string[]>;

/** Combines rows whose other cells are equal, such as those of the fields of a type. */
export function grouped(prefix: string, rows: Rows): Map<string, readonly string[]> {
  const groups = new Map<string, { names: string[]; cells: readonly string[] }>();
  for (const [name, cells] of rows) {
    const id = cells.join('|');
    const group = groups.get(id) ?? { names: [], cells };
    group.names.push(name);
    groups.set(id, group);
  }
  return new Map(
    Array.from(groups.values(), ({ names, cells }) => [
      `\`${prefix}\`: ${names.map((name) => `\`${name}\``).join(', ')}`,
      cells,
    ]),
  );
}

const lineOf = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;

/** The table below a heading of docs/permissions.md: its place in the text, and its rows. */
function tableOf(text: string, heading: string) {
  const begin = text.indexOf(`\n## ${heading}\n`);
  const start = begin < 0 ? -1 : text.indexOf('\n|', begin) + 1;
  if (start <= 0) throw new Error(`docs/permissions.md has no table below "## ${heading}".`);
  const end = text.indexOf('\n\n', start);
  const lines = text
    .slice(start, end < 0 ? text.length : end + 1)
    .trimEnd()
    .split('\n');
  return { start, end: end < 0 ? text.length : end, rows: lines.slice(2) };
}

/** Returns the first cells of the table below a heading of docs/permissions.md. */
export const namesIn = (heading: string): string[] =>
  tableOf(readFileSync(FILE, 'utf8'), heading).rows.map((row) => row.split(' | ')[0]?.slice(2) ?? '');

/**
 * Lists the differences between the table below a heading of docs/permissions.md and rows. With the variable
 * `FOOTFALL_PERMISSIONS=write`, the table gets the rows.
 */
export function differences(heading: string, head: readonly string[], rows: Rows): string[] {
  const text = readFileSync(FILE, 'utf8');
  const { start, end, rows: reviewed } = tableOf(text, heading);
  const found = Array.from(rows, ([name, cells]) => lineOf(name, cells));
  if (process.env.FOOTFALL_PERMISSIONS === 'write') {
    const table = [lineOf(head[0] ?? '', head.slice(1)), `|${'---|'.repeat(head.length)}`, ...found];
    writeFileSync(FILE, text.slice(0, start) + table.join('\n') + text.slice(end).replace(/^\n*/, '\n\n'));
    return [];
  }
  const added = found.filter((row) => !reviewed.includes(row)).map((row) => `+ ${row}`);
  const missing = reviewed.filter((row) => !found.includes(row)).map((row) => `- ${row}`);
  if (added.length + missing.length === 0) return [];
  const advice =
    `The table "${heading}" of docs/permissions.md differs from what the server allows (+). Correct the ` +
    'permission, or review the change and write it with ' +
    'FOOTFALL_PERMISSIONS=write npx jest test/auth/permissions -i.';
  return [advice, ...missing, ...added];
}
