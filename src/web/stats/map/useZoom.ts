import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HEIGHT, WIDTH } from './world.ts';
import { type MapPlace, zoomTarget } from './zoomTarget.ts';

const MOST = 8;
const STEP = 2;

/** The part of the map that is shown. */
export interface View {
  /** 1 shows the whole map. */
  scale: number;
  /** How far the map is moved, in units of the drawing. */
  x: number;
  y: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };

/**
 * Zooms a map by pinching, by the wheel with Ctrl or Command, and moves it by dragging once it is zoomed. The
 * whole map neither moves nor keeps a finger or the wheel from scrolling the page.
 * @param shown whether the drawing is mounted.
 */
export function useZoom(svg: RefObject<SVGSVGElement | null>, shown: boolean) {
  const [view, setView] = useState(WHOLE);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown>>(null);
  useEffect(() => {
    if (!shown || !svg.current) return;
    const map = select<SVGSVGElement, unknown>(svg.current);
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, MOST])
      .extent([
        [0, 0],
        [WIDTH, HEIGHT],
      ])
      .translateExtent([
        [0, 0],
        [WIDTH, HEIGHT],
      ])
      .filter((event: Event) => isOurs(event, svg.current))
      .on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<SVGSVGElement, unknown>) =>
        setView({ scale: k, x, y }),
      );
    // A double click would zoom, but a click filters.
    map.call(zooming).on('dblclick.zoom', null);
    behavior.current = zooming;
    return () => {
      map.on('.zoom', null);
      behavior.current = null;
    };
  }, [svg, shown]);

  const call = (change: (zooming: ZoomBehavior<SVGSVGElement, unknown>) => void) => {
    if (behavior.current) change(behavior.current);
  };
  return {
    view,
    canZoomIn: view.scale < MOST,
    canZoomOut: view.scale > 1,
    /** Enlarges the map around the visitors that it shows, or makes it smaller around its middle. */
    zoomBy: (factor: typeof STEP | 0.5, places: readonly MapPlace[]) =>
      call((zooming) => {
        if (!svg.current) return;
        const map = select<SVGSVGElement, unknown>(svg.current);
        const shown = { ...view, width: WIDTH, height: HEIGHT };
        const target = factor > 1 ? zoomTarget(places, shown, factor) : null;
        zooming.scaleBy(map, factor);
        if (target) zooming.translateTo(map, ...target);
      }),
    reset: () =>
      call(
        (zooming) =>
          svg.current && zooming.transform(select<SVGSVGElement, unknown>(svg.current), zoomIdentity),
      ),
    /** Moves the map so that a point is in its middle, if the map is zoomed. */
    show: ([x, y]: [number, number]) =>
      call((zooming) => {
        if (view.scale > 1 && svg.current)
          zooming.translateTo(select<SVGSVGElement, unknown>(svg.current), x, y);
      }),
  };
}

/** Whether an event zooms or moves the map, rather than scrolling the page. */
function isOurs(event: Event, svg: SVGSVGElement | null): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  if (event.type.startsWith('touch') && (event as TouchEvent).touches.length > 1) return true;
  return svg?.dataset.zoomed === 'true';
}
