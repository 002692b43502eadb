import type { SortDirection, SortOrder, WebsiteOrder } from '../../gql/graphql.ts';
import { DEFAULT, isPreset, type PresetName, periodName } from '../../shared/periods.ts';

/** The columns by which the table can be sorted, by their names in addresses. */
export const COLUMNS = ['name', 'visitors', 'visits', 'pageviews', 'bounce_rate'] as const;

export type Column = (typeof COLUMNS)[number];

export interface Order {
  column: Column;
  direction: SortDirection;
}

/** The state of the table, as encoded in the address. */
export interface Shown {
  search: string;
  period: PresetName;
  order: Order;
  /** The number of pages that are shown below each other. */
  pages: number;
}

/** The most pages that an address opens: that many requests follow each other. */
const MAX_PAGES = 20;

const BY_NAME: Order = { column: 'name', direction: 'ASC' };
const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);

/** The order that a click on a column begins with: names from A, numbers from the largest. */
export const firstOrder = (column: Column): Order => ({
  column,
  direction: column === 'name' ? 'ASC' : 'DESC',
});

/** The order after a click on a column: a second click turns it around. */
export function nextOrder(order: Order, column: Column): Order {
  if (order.column !== column) return firstOrder(column);
  return { column, direction: order.direction === 'ASC' ? 'DESC' : 'ASC' };
}

/** An order as in the address: `visitors` from the smallest, `-visitors` from the largest. */
export const orderText = ({ column, direction }: Order) => `${direction === 'DESC' ? '-' : ''}${column}`;

export function readOrder(text: string | null): Order {
  const column = text?.replace(/^-/, '') ?? '';
  if (!text || !isColumn(column)) return BY_NAME;
  return { column, direction: text.startsWith('-') ? 'DESC' : 'ASC' };
}

/** Reads the state of the table. Invalid parts get their default values. */
export function readShown(params: URLSearchParams): Shown {
  const period = params.get('period') ?? '';
  const pages = Number(params.get('pages'));
  return {
    search: params.get('search') ?? '',
    period: isPreset(period) ? period : DEFAULT,
    order: readOrder(params.get('sort')),
    pages: Number.isInteger(pages) && pages >= 1 ? Math.min(pages, MAX_PAGES) : 1,
  };
}

/** Returns the parameters of the address. Omits default values. */
export function writeShown({ search, period, order, pages }: Shown): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (period !== DEFAULT) params.set('period', period);
  if (orderText(order) !== orderText(BY_NAME)) params.set('sort', orderText(order));
  if (pages > 1) params.set('pages', String(pages));
  return params;
}

/** The order as arguments of the API's field `websites`. */
export function orderArguments({ order: { column, direction }, period }: Pick<Shown, 'order' | 'period'>): {
  sort?: SortOrder;
  orderBy?: WebsiteOrder;
} {
  if (column === 'name') return { sort: direction };
  const metric = column.toUpperCase() as Uppercase<typeof column>;
  return { orderBy: { metric, direction, period: periodName(period) } };
}

/** The statistics page of a website with the same period. */
export const statisticsAddress = (trackingId: string, period: PresetName) =>
  `/s/${trackingId}${period === DEFAULT ? '' : `?period=${period}`}`;
