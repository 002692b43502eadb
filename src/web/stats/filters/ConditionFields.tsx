import { FILTER_DIMENSIONS } from '../../../engine/registry/dimensions.ts';
import { t } from '../../shared/i18n/t.ts';
import { usePaused } from '../../shared/usePaused.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { useShows } from '../link/shows.ts';
import type { Period } from '../types.ts';
import type { EditedCondition } from './alternatives.ts';
import {
  isNumeric,
  isOfAll,
  isWithoutValue,
  LIMITS,
  OF_HITS,
  OPERATORS,
  OPERATORS_OF_PROPERTIES,
  type Operator,
  type Subject as SubjectName,
  takesSeveral,
} from './conditions.ts';
import { PropertyName } from './PropertyName.tsx';
import { canBeNegated } from './readAlternatives.ts';
import { ValuePicker } from './ValuePicker.tsx';
import { comparisonOf, dimensionInWords } from './words.ts';

const EMPTY: EditedCondition = {
  dimension: 'page',
  operator: 'is',
  values: [],
  visited: false,
  never: false,
  sameHit: false,
};

type Subject = Pick<EditedCondition, 'dimension' | 'visited' | 'never'>;

/** A host selects hits, unless *Only these hits* is unchecked: people ask for the numbers of a subdomain. */
const ofHits = (never: boolean) =>
  OF_HITS.map((dimension): Subject => ({ dimension, visited: dimension !== 'host' || never, never }));

/**
 * The subjects of conditions: what visits saw and did, and every other dimension. A condition on hits has the
 * subject of the visits with such a hit, and *Only these hits* is checked.
 */
const SUBJECTS: readonly Subject[] = [
  ...ofHits(false),
  ...ofHits(true),
  ...FILTER_DIMENSIONS.filter((dimension) => !OF_HITS.includes(dimension)).map((dimension) => ({
    dimension,
    visited: false,
    never: false,
  })),
];

/** The subjects of conditions that select hits, as those of a step of a funnel. */
const SUBJECTS_OF_HITS: readonly Subject[] = OF_HITS.map((dimension) => ({
  dimension,
  visited: false,
  never: false,
}));

/** The comparisons, with their negations. Those of visits that never had a hit are subjects. */
const COMPARISONS = [...(Object.keys(OPERATORS) as Operator[]), ...OPERATORS_OF_PROPERTIES]
  .flatMap((operator) =>
    [false, true].map((never) => ({
      operator,
      never,
      name: comparisonOf({ ...EMPTY, operator, never }),
    })),
  )
  .filter(({ never, operator }) => !never || canBeNegated({ operator }));

/**
 * A condition without values on the first dimension that is shown.
 * @param shows whether the viewer may see a dimension.
 */
export function newCondition(shows: (subject: SubjectName) => boolean, ofHits: boolean): EditedCondition {
  const subject = (ofHits ? SUBJECTS_OF_HITS : SUBJECTS).find(({ dimension }) => shows(dimension));
  return { ...EMPTY, ...subject };
}

/** Time without a keystroke after which the values of a property are read. */
const PAUSE_MS = 200;

/** What the values of a comparison are. */
function kindOf(operator: Operator): 'none' | 'values' | 'number' | 'text' {
  if (isWithoutValue(operator)) return 'none';
  if (takesSeveral(operator)) return 'values';
  return isNumeric(operator) ? 'number' : 'text';
}

interface Props {
  draft: EditedCondition;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  /** Whether it selects hits, as the condition of a goal. */
  ofHits: boolean;
  /** Whether a condition on hits can be that these reach a goal. */
  withGoals: boolean;
  takesFocus: boolean;
  onChange: (draft: EditedCondition) => void;
}

/** The fields of one condition. Values of `is` and `is not` are chosen from the data. */
export function ConditionFields(props: Props) {
  const { draft, trackingId, period, ofHits, withGoals, takesFocus, onChange } = props;
  const shows = useShows();
  const goals = useGoalNames();
  // Goals are offered if there are any.
  const isOffered = ({ dimension }: Subject) =>
    dimension !== 'goal' || ((!ofHits || withGoals) && (draft.dimension === 'goal' || goals.list.length > 0));
  const subjects = (ofHits ? SUBJECTS_OF_HITS : SUBJECTS).filter(
    (one) => shows(one.dimension) && isOffered(one),
  );
  const { dimension, operator, values, visited, never, property } = draft;
  const several = takesSeveral(operator);
  // Values of a name that is being typed would be read for each of its letters.
  const named = usePaused(property ?? '', PAUSE_MS);
  const isUnnamed = dimension === 'property' && (named === '' || named !== property?.trim());
  const subject = subjects.findIndex(
    (one) => one.dimension === dimension && one.never === (visited && never),
  );
  const isOfHits = OF_HITS.includes(dimension);
  const comparisons = COMPARISONS.filter((one) => {
    if (dimension === 'goal') return one.operator === 'is';
    return (isOfAll(one.operator) || dimension === 'property') && (!one.never || !visited);
  });
  function compare(next: Operator, isNegated: boolean) {
    // Whole values and parts of values are different things, so none is kept from one to the other.
    const kept = kindOf(next) === kindOf(operator) ? values : [];
    onChange({ ...draft, operator: next, values: kept, never: visited ? never : isNegated });
  }
  return (
    <>
      <div className="filter-editor-condition">
        <select
          data-focus-first={takesFocus || undefined}
          aria-label={t('editor.what')}
          value={subject}
          onChange={({ target }) => {
            const chosen = subjects[Number(target.value)];
            // Pages that were seen and pages that were not are the same values.
            const kept = chosen?.dimension === dimension ? values : [];
            if (!chosen) return;
            // The others have no comparison that only properties have, and goals have one.
            const isKept =
              chosen.dimension === dimension || (isOfAll(operator) && chosen.dimension !== 'goal');
            onChange({
              ...draft,
              ...chosen,
              operator: isKept ? operator : 'is',
              property: chosen.dimension === 'property' ? (property ?? '') : undefined,
              values: kept,
            });
          }}
        >
          {subjects.map((one, index) => (
            <option key={Object.values(one).join()} value={index}>
              {dimensionInWords(one)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('editor.comparison')}
          value={comparisonOf(draft)}
          onChange={({ target }) => {
            const chosen = comparisons.find(({ name }) => name === target.value);
            if (chosen) compare(chosen.operator, chosen.never);
          }}
        >
          {comparisons.map(({ name }) => (
            <option key={name} value={name}>
              {t(`operator.${name}`)}
            </option>
          ))}
        </select>
      </div>
      {dimension === 'property' && (
        <PropertyName
          name={property ?? ''}
          trackingId={trackingId}
          period={period}
          onChange={(name) => onChange({ ...draft, property: name, values: several ? [] : values })}
        />
      )}
      {isWithoutValue(operator) || isUnnamed ? null : dimension === 'goal' ? (
        <GoalSelect chosen={values[0] ?? ''} onChange={(id) => onChange({ ...draft, values: [id] })} />
      ) : several ? (
        <ValuePicker
          key={`${dimension} ${named}`}
          dimension={dimension}
          property={named}
          trackingId={trackingId}
          period={period}
          chosen={values}
          onChange={(next) => onChange({ ...draft, values: next })}
        />
      ) : (
        <input
          aria-label={t(isNumeric(operator) ? 'editor.number' : 'editor.text')}
          placeholder={t(isNumeric(operator) ? 'editor.number' : 'editor.textHint')}
          inputMode={isNumeric(operator) ? 'decimal' : undefined}
          maxLength={LIMITS.length}
          value={values[0] ?? ''}
          onChange={({ target }) => onChange({ ...draft, values: [target.value] })}
        />
      )}
      {isOfHits && !ofHits && !(visited && never) && (
        <label className="filter-editor-check">
          <input
            type="checkbox"
            checked={!visited}
            onChange={({ target }) => onChange({ ...draft, visited: !target.checked })}
          />
          {t('editor.onlyHits')}
        </label>
      )}
    </>
  );
}

interface GoalSelectProps {
  /** The id of a goal; empty for none. */
  chosen: string;
  onChange: (id: string) => void;
}

function GoalSelect({ chosen, onChange }: GoalSelectProps) {
  const goals = useGoalNames();
  const isListed = goals.list.some(({ id }) => id === chosen);
  return (
    <select
      aria-label={t('statistic.goal.heading')}
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
    >
      {!isListed && (
        <option value={chosen} disabled={chosen === ''}>
          {chosen === '' ? t('goals.choose') : goals.nameOf(chosen)}
        </option>
      )}
      {goals.list.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
