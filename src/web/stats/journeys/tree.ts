import { END, OTHER } from '../../../engine/registry/statistics.ts';

/** A node of journeys, as the API returns it. */
export interface JourneyNode {
  visits: number;
  values: readonly { dimension: string; value: string; label: string }[];
  /** Missing on the last level. */
  children?: readonly JourneyNode[];
}

/** What a step is: a page or an event, the sum of smaller ones, or the end of visits. */
export type StepKind = 'page' | 'event' | 'other' | 'end';

/** A step as the page shows it. */
export interface Step {
  /** Names it among the steps of its column, also in addresses: `page:/pricing`, `event:Signup`. */
  key: string;
  kind: StepKind;
  value: string;
  label: string;
  visits: number;
  /** The part of the visits of the step that it follows, from 0 to 1; null for the first steps. */
  share: number | null;
  /** The part of all visits of the journeys. */
  shareOfAll: number;
  /** The visits in the compared period; null if they are not known. */
  before: number | null;
  /** Whether there are steps after it, and whether they are the next column. */
  canOpen: boolean;
  isOpen: boolean;
}

/** The steps that follow the open step of the column before. */
export type Column = readonly Step[];

/** The value of the step of a node, with its label. */
export const partOf = (node: JourneyNode) => node.values[0] ?? { dimension: 'PAGE', value: '', label: '' };

function keyOf(node: JourneyNode): string {
  const { dimension, value } = partOf(node);
  return `${dimension.toLowerCase()}:${value}`;
}

/** What the step of a node is. */
export function kindOf(node: JourneyNode): StepKind {
  const { dimension, value } = partOf(node);
  if (dimension === 'EVENT') return 'event';
  // No path begins with a parenthesis.
  if (value === OTHER) return 'other';
  return value === END ? 'end' : 'page';
}

const canOpen = ({ children = [] }: JourneyNode) => children.length > 0;

/** The node that is open: the one with a key, the largest one without, and none with an empty key. */
function openAmong(nodes: readonly JourneyNode[], key: string | undefined): JourneyNode | undefined {
  if (key === undefined) return nodes.find(canOpen);
  return nodes.find((node) => keyOf(node) === key && canOpen(node));
}

/**
 * The visits of a node in the compared period; null if they are not known. A step that is missing there may
 * be one of the others. Other steps are not the same ones.
 * @param nodes the nodes of the compared period beside which it would be; null if they are not known.
 */
export function visitsBefore(node: JourneyNode, nodes: readonly JourneyNode[] | null): number | null {
  if (nodes === null || kindOf(node) === 'other') return null;
  const found = nodes.find((one) => keyOf(one) === keyOf(node));
  if (found) return found.visits;
  return nodes.some((one) => kindOf(one) === 'other') ? null : 0;
}

/** The nodes of the compared period below a node; null if they are not known. See {@link visitsBefore}. */
export function childrenBefore(
  node: JourneyNode,
  nodes: readonly JourneyNode[] | null,
): readonly JourneyNode[] | null {
  const visits = visitsBefore(node, nodes);
  if (visits === null) return null;
  const same = nodes?.find((one) => keyOf(one) === keyOf(node));
  // Without the step, nobody took the next ones.
  return same ? (same.children ?? null) : [];
}

/**
 * Lays journeys out in columns: the first steps, and then the steps that follow the open one of each column.
 * @param open the keys of the open steps. If one is not there, the largest ones are open from there on.
 * @param before the journeys of the compared period; null if there are none.
 */
export function columnsOf(
  roots: readonly JourneyNode[],
  open: readonly string[],
  before: readonly JourneyNode[] | null,
): Column[] {
  const all = visitsOf(roots);
  const columns: Column[] = [];
  let [nodes, earlier, keys, parent] = [roots, before, open, null as number | null];
  while (nodes.length > 0) {
    const [key] = keys;
    const isGone = key !== undefined && key !== '' && !openAmong(nodes, key);
    if (isGone) keys = [];
    const opened = openAmong(nodes, keys[0]);
    const [column, siblings, from] = [nodes, earlier, parent];
    columns.push(
      column.map((node) => ({
        ...partOf(node),
        key: keyOf(node),
        kind: kindOf(node),
        visits: node.visits,
        share: from === null ? null : partOfWhole(node.visits, from),
        shareOfAll: partOfWhole(node.visits, all),
        // More visits that end are neither good nor bad.
        before: kindOf(node) === 'end' ? null : visitsBefore(node, siblings),
        canOpen: canOpen(node),
        isOpen: node === opened,
      })),
    );
    if (!opened) break;
    parent = opened.visits;
    earlier = childrenBefore(opened, earlier);
    nodes = opened.children ?? [];
    keys = keys.slice(1);
  }
  return columns;
}

const partOfWhole = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/** The visits of steps together. */
export const visitsOf = (nodes: readonly { visits: number }[]) =>
  nodes.reduce((sum, { visits }) => sum + visits, 0);

/** The keys of open steps after a click on a step: it opens, or closes if it was open. */
export function toggled(columns: readonly Column[], level: number, { key, isOpen }: Step): string[] {
  const above = columns.slice(0, level).map((column) => column.find((step) => step.isOpen)?.key ?? '');
  return [...above, isOpen ? '' : key];
}

/** The place of steps in a column, in pixels. */
export const PLACE = { height: 52, gap: 6 } as const;

/** The height of a column. */
export const heightOf = (count: number) => (count === 0 ? 0 : count * PLACE.height + (count - 1) * PLACE.gap);

/** A band from an open step to one that follows it. Its thickness is the share of the visits. */
export interface Band {
  key: string;
  /** Its upper edges at both ends, in pixels from the top of the columns. */
  from: number;
  to: number;
  thickness: number;
}

/** No band is thinner, in pixels. */
const THINNEST = 1;

/** The bands from the open step of a column to the steps of the next one. */
export function bandsOf(column: Column, next: Column): Band[] {
  const position = column.findIndex(({ isOpen }) => isOpen);
  if (position < 0) return [];
  const { height, gap } = PLACE;
  let from = position * (height + gap);
  return next.map(({ key, share }, index) => {
    const size = (share ?? 0) * height;
    const thickness = Math.max(THINNEST, size);
    const band = { key, from, to: index * (height + gap) + (height - thickness) / 2, thickness };
    from += size;
    return band;
  });
}

/** A band as an SVG path. */
export function pathOf({ from, to, thickness }: Band, width: number): string {
  const middle = width / 2;
  const [fromEnd, toEnd] = [from + thickness, to + thickness];
  return (
    `M0 ${from}C${middle} ${from} ${middle} ${to} ${width} ${to}` +
    `V${toEnd}C${middle} ${toEnd} ${middle} ${fromEnd} 0 ${fromEnd}Z`
  );
}
