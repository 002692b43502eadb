import { Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { shortDayInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { withGaps } from '../chart/points.ts';
import type { Period } from '../types.ts';
import { useMedia } from '../useMedia.ts';
import { type Annotation, annotationInWords, type Mark, marksOf } from './marks.ts';
import './marks.css';

/** The distances of the plot from the edges of the chart in pixels, as in chartOptions.ts. */
const PLOT = { left: 54, right: 34 };
/** The smallest distance of two marks in pixels, which is the width of their buttons. */
const APART = { touch: 44, pointer: 28 };
/** As in marks.css. */
const TOUCH = '(width < 48rem) or (hover: none)';

interface Props {
  period: Period;
  /** Opens annotations to change them; null for viewers who cannot. */
  onOpen: ((annotations: Annotation[]) => void) | null;
}

/** The marks of annotations on the chart. Their texts are shown on hover and focus. */
export function Marks({ period, onOpen }: Props) {
  const frame = useRef<HTMLUListElement>(null);
  const width = useWidth(frame);
  const apart = APART[useMedia(TOUCH) ? 'touch' : 'pointer'];
  const last = withGaps(period.series).length - 1;
  const step = last > 0 ? (width - PLOT.left - PLOT.right) / last : width;
  const marks = width > 0 ? marksOf(period, Math.max(1, Math.ceil(apart / Math.max(step, 0.1)))) : [];
  return (
    <ul className="marks" ref={frame} aria-label={t('notes.label')} hidden={period.annotations.length === 0}>
      {marks.map((mark) => (
        <OneMark
          key={mark.annotations[0]?.id}
          mark={mark}
          onOpen={onOpen}
          at={last > 0 ? mark.index / last : 0.5}
        />
      ))}
    </ul>
  );
}

interface MarkProps {
  mark: Mark;
  /** The place on the plot, 0 to 1. */
  at: number;
  onOpen: Props['onOpen'];
}

function OneMark({ mark: { annotations }, at, onOpen }: MarkProps) {
  const side = at > 0.6 ? 'marks-text marks-text-left' : 'marks-text';
  return (
    <li style={{ left: `calc(${PLOT.left}px + (100% - ${PLOT.left + PLOT.right}px) * ${at})` }}>
      <button
        type="button"
        aria-label={annotations.map(annotationInWords).join('; ')}
        aria-haspopup={onOpen ? 'dialog' : undefined}
        onClick={() => onOpen?.(annotations)}
      >
        <span>{annotations.length > 1 ? annotations.length : <Flag size={12} aria-hidden />}</span>
      </button>
      <div className={side} aria-hidden="true">
        {annotations.map(({ id, day, text }) => (
          <p key={id}>
            <span className="quiet">{shortDayInWords(day)}</span> {text}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The width of an element in pixels; 0 before it is known. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    // The list itself may be hidden.
    const parent = element.current?.parentElement;
    if (!parent) return;
    const resized = new ResizeObserver(() => setWidth(parent.clientWidth));
    resized.observe(parent);
    return () => resized.disconnect();
  }, [element]);
  return width;
}
