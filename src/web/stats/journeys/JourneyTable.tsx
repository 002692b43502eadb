import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped, shareInColumn } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { RowChange } from '../panels/RowChange.tsx';
import { levelInWords, stepInWords } from './anchors.ts';
import type { JourneyProps } from './JourneyFlow.tsx';
import type { Step } from './tree.ts';
import './journeyTable.css';

/** Journeys as a table. The steps that follow the open one are below it. */
export function JourneyTable({ columns, direction, compared, onToggle }: JourneyProps) {
  const rowsOf = (level: number): ReactNode =>
    columns[level]?.map((step) => [
      <tr key={`${level} ${step.key}`}>
        <th scope="row" style={{ paddingLeft: `${level * 1.25}rem` }}>
          <StepName step={step} words={stepInWords(step, direction)} onToggle={() => onToggle(level, step)} />
        </th>
        <td className="journeys-table-level quiet">{levelInWords(level, direction)}</td>
        <td>{grouped(step.visits)}</td>
        {compared && (
          <td>
            <RowChange unit="visit" before={step.before} count={step.visits} compared={compared} />
          </td>
        )}
        <td>{step.share === null ? '–' : shareInColumn(step.share, 1)}</td>
        <td>{shareInColumn(step.shareOfAll, 1)}</td>
      </tr>,
      step.isOpen && rowsOf(level + 1),
    ]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: allows scrolling by keyboard.
    <section className="journeys-table-frame" tabIndex={0} aria-label={t('journeys.title')}>
      <table className="journeys-table">
        <thead className="quiet">
          <tr>
            <th scope="col">{t('journeys.step')}</th>
            <th scope="col" className="journeys-table-level" aria-label={t('journeys.level')} />
            <th scope="col">{t('journeys.visits')}</th>
            {compared && <th scope="col">{t('details.change')}</th>}
            <th scope="col">{t(direction === 'start' ? 'journeys.ofBefore' : 'journeys.ofNext')}</th>
            <th scope="col">{t('journeys.ofAll')}</th>
          </tr>
        </thead>
        <tbody>{rowsOf(0)}</tbody>
      </table>
    </section>
  );
}

interface NameProps {
  step: Step;
  words: string;
  onToggle: () => void;
}

function StepName({ step: { kind, canOpen, isOpen }, words, onToggle }: NameProps) {
  const isQuiet = kind === 'other' || kind === 'end';
  const name = <span className={isQuiet ? 'quiet' : undefined}>{words}</span>;
  if (!canOpen) return <span className="journeys-table-name">{name}</span>;
  return (
    <button type="button" className="journeys-table-name" aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
      {name}
    </button>
  );
}
