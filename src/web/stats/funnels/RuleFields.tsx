import { useId } from 'react';
import type { FunnelScope } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { UNITS, type Unit } from './editedFunnel.ts';

interface Limit {
  /** Empty for no limit. */
  amount: string;
  unit: Unit;
}

interface Props {
  scope: FunnelScope;
  strict: boolean;
  limit: Limit;
  /** Errors of the limit. */
  errors: readonly string[];
  onScope: (scope: FunnelScope) => void;
  onStrict: (strict: boolean) => void;
  onLimit: (limit: Limit) => void;
}

const SCOPES = ['VISITOR', 'VISIT'] as const satisfies readonly FunnelScope[];

/** No funnel lasts longer than a day. */
const MOST_SECONDS = 86_400;

/** The options of a funnel: its scope, its time limit, and whether other hits may be between its steps. */
export function RuleFields({ scope, strict, limit, errors, onScope, onStrict, onLimit }: Props) {
  const id = useId();
  return (
    <>
      <div className="funnel-rules">
        <label>
          <span>{t('funnels.scope')}</span>
          <select value={scope} onChange={({ target }) => onScope(target.value as FunnelScope)}>
            {SCOPES.map((name) => (
              <option key={name} value={name}>
                {t(`funnels.scope.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <div>
          <label htmlFor={id}>{t('funnels.limit')}</label>
          <div className="funnel-limit">
            <input
              id={id}
              type="number"
              min={0}
              step={1}
              max={MOST_SECONDS / UNITS[limit.unit]}
              placeholder={t('funnels.noLimit')}
              value={limit.amount}
              aria-invalid={errors.length > 0}
              aria-describedby={errors.length > 0 ? `${id}-wrong` : undefined}
              onChange={({ target }) => onLimit({ ...limit, amount: target.value })}
            />
            <select
              aria-label={t('funnels.unit')}
              value={limit.unit}
              onChange={({ target }) => onLimit({ ...limit, unit: target.value as Unit })}
            >
              {(Object.keys(UNITS) as Unit[]).map((unit) => (
                <option key={unit} value={unit}>
                  {t(`funnels.unit.${unit}`)}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
      {errors.length > 0 && (
        <p className="error-text" id={`${id}-wrong`}>
          {errors.join(' ')}
        </p>
      )}
      <label className="filter-editor-check">
        <input type="checkbox" checked={strict} onChange={({ target }) => onStrict(target.checked)} />
        {t('funnels.strict')}
      </label>
    </>
  );
}
