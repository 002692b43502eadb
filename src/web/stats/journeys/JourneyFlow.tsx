import { LogIn, LogOut, MousePointerClick } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { grouped, percent } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { MiddleCut } from '../panels/MiddleCut.tsx';
import { RowChange } from '../panels/RowChange.tsx';
import { levelInWords, stepInWords } from './anchors.ts';
import type { Direction } from './journeyAddress.ts';
import { type Band, bandsOf, type Column, PLACE, pathOf, type Step } from './tree.ts';
import './journeyFlow.css';

/** What the two views of journeys show. */
export interface JourneyProps {
  columns: readonly Column[];
  direction: Direction;
  /** With what visits are compared; null for no changes. */
  compared: ComparedPeriod | null;
  onToggle: (level: number, step: Step) => void;
}

/** The width of the bands between two columns, in pixels. */
const BANDS = 36;

/** Journeys as columns of steps, with bands from the open step of each column to the steps that follow it. */
export function JourneyFlow({ columns, direction, compared, onToggle }: JourneyProps) {
  const frame = useRef<HTMLOListElement>(null);
  const count = useRef(columns.length);
  useEffect(() => {
    // On a narrow screen, the steps that a click has opened may be outside.
    if (columns.length > count.current)
      frame.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    count.current = columns.length;
  }, [columns]);
  const style = {
    '--step-height': `${PLACE.height}px`,
    '--step-gap': `${PLACE.gap}px`,
    '--bands': `${BANDS}px`,
  };
  return (
    <ol ref={frame} className={`journeys-flow journeys-flow-${direction}`} style={style as object}>
      {columns.map((column, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is a level.
        <li key={level}>
          <h3 className="quiet">{levelInWords(level, direction)}</h3>
          {level > 0 && <Bands bands={bandsOf(columns[level - 1] ?? [], column)} />}
          <ul>
            {column.map((step) => (
              <FlowStep
                key={step.key}
                step={step}
                direction={direction}
                compared={compared}
                onToggle={() => onToggle(level, step)}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Bands({ bands }: { bands: readonly Band[] }) {
  const height = Math.max(
    0,
    ...bands.flatMap(({ from, to, thickness }) => [from + thickness, to + thickness]),
  );
  return (
    <svg className="journeys-bands" width={BANDS} height={height} aria-hidden="true">
      {bands.map((band) => (
        <path key={band.key} d={pathOf(band, BANDS)} />
      ))}
    </svg>
  );
}

interface StepProps extends Pick<JourneyProps, 'direction' | 'compared'> {
  step: Step;
  onToggle: () => void;
}

function FlowStep({ step, direction, compared, onToggle }: StepProps) {
  const { kind, visits, share, shareOfAll, before, canOpen, isOpen } = step;
  const label = stepInWords(step, direction);
  const part = share ?? shareOfAll;
  const End = direction === 'start' ? LogOut : LogIn;
  const content = (
    <>
      <span className="journeys-bar" style={{ width: `${part * 100}%` }} />
      <span className="journeys-label">
        {kind === 'event' && <MousePointerClick size={14} aria-hidden />}
        {kind === 'end' && <End size={14} aria-hidden />}
        <MiddleCut text={label} />
      </span>
      <span className="journeys-numbers">
        <strong>{grouped(visits)}</strong>
        <span className="quiet">{percent(part)}</span>
        {compared && <RowChange unit="visit" before={before} count={visits} compared={compared} />}
      </span>
    </>
  );
  const className = `journeys-step journeys-step-${kind}`;
  return (
    <li>
      {canOpen ? (
        <button
          type="button"
          className={className}
          title={label}
          aria-expanded={isOpen}
          aria-label={`${label}: ${t('journeys.node', { count: visits, share: percent(part) })}`}
          onClick={onToggle}
        >
          {content}
        </button>
      ) : (
        <span className={className} title={label}>
          {content}
        </span>
      )}
    </li>
  );
}
