/** What journeys can begin or end with. */
export const ANCHORS = ['goal', 'page', 'event'] as const;
export type AnchorKind = (typeof ANCHORS)[number];

/** The step that journeys begin or end with. */
export interface Anchor {
  kind: AnchorKind;
  /** A path, the name of an event, or the id of a goal in addresses. */
  value: string;
}

export type Direction = 'start' | 'end';

/** The state of the journeys, as encoded in the URL. */
export interface Journey {
  /** Null for the one that the page suggests, with its direction. */
  anchor: Anchor | null;
  /** Whether the anchor is the first step or the last one. */
  direction: Direction;
  /** Number of steps with the anchor. */
  steps: Steps;
  /**
   * The keys of the steps that are open (tree.ts), one for each level. Below the last one, the largest steps
   * are open. An empty key stands for none.
   */
  open: readonly string[];
  view: View;
}

export const STEPS = [2, 3, 4, 5] as const;
export type Steps = (typeof STEPS)[number];

export const VIEWS = ['flow', 'table'] as const;
export type View = (typeof VIEWS)[number];

export const USUAL_JOURNEY: Journey = { anchor: null, direction: 'start', steps: 4, open: [], view: 'flow' };

/** Longer values are not read. */
const LENGTH = 2_000;

/**
 * Reads journeys from a query string: `journey.start.page=/pricing&journey.steps=5&journey.open=page:/a`.
 * @param known returns its second argument for a part that is wrong, and reports it.
 */
export function readJourney(
  search: URLSearchParams,
  known: <T>(found: T | null | undefined, otherwise: T) => T,
): Journey {
  const steps = search.get('journey.steps');
  const view = search.get('journey.view');
  const open = search.getAll('journey.open');
  return {
    ...readAnchor(search),
    steps:
      steps === null
        ? USUAL_JOURNEY.steps
        : known(
            STEPS.find((one) => String(one) === steps),
            USUAL_JOURNEY.steps,
          ),
    open: open.length > STEPS.length || open.some(({ length }) => length > LENGTH) ? known(null, []) : open,
    view:
      view === null
        ? USUAL_JOURNEY.view
        : known(
            VIEWS.find((one) => one === view),
            USUAL_JOURNEY.view,
          ),
  };
}

function readAnchor(search: URLSearchParams): Pick<Journey, 'anchor' | 'direction'> {
  for (const direction of ['start', 'end'] as const)
    for (const kind of ANCHORS) {
      const value = search.get(`journey.${direction}.${kind}`);
      if (value && value.length <= LENGTH) return { anchor: { kind, value }, direction };
    }
  const { anchor, direction } = USUAL_JOURNEY;
  return { anchor, direction };
}

/** Adds journeys to a query string, as {@link readJourney} reads them. Omits default values. */
export function writeJourney(search: URLSearchParams, journey: Journey): void {
  const { anchor, direction, steps, open, view } = journey;
  if (anchor) search.set(`journey.${direction}.${anchor.kind}`, anchor.value);
  if (steps !== USUAL_JOURNEY.steps) search.set('journey.steps', String(steps));
  for (const key of open) search.append('journey.open', key);
  if (view !== USUAL_JOURNEY.view) search.set('journey.view', view);
}
