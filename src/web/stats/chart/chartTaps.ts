import type uPlot from 'uplot';

/**
 * Tells taps from clicks on the chart. A finger cannot hover: its first tap on a point shows the numbers, and
 * only the second one opens the point.
 * @param onOpen receives the point of a click or of a second tap.
 */
export function chartTaps(onOpen: (index: number) => void) {
  let isTouched = false;
  /** The point of the last tap. */
  let tapped: number | null = null;
  function onClick(index: number | null | undefined) {
    if (index == null) return;
    if (!isTouched || tapped === index) onOpen(index);
    tapped = index;
  }
  return {
    /** After a tap, browsers report that the mouse has left. The numbers stay until the focus leaves. */
    mouseleave: (_chart: uPlot, _target: HTMLElement, handler: uPlot.Cursor.MouseListener) =>
      ((event: MouseEvent) => (isTouched ? null : handler(event))) as uPlot.Cursor.MouseListener,
    /** The numbers are no longer shown. */
    forget() {
      tapped = null;
    },
    listen(chart: uPlot) {
      for (const type of ['pointerdown', 'pointermove'] as const)
        chart.over.addEventListener(type, ({ pointerType }) => {
          isTouched = pointerType === 'touch';
        });
      chart.over.addEventListener('click', () => onClick(chart.cursor.idx));
    },
  };
}
