import { useId } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Period } from '../types.ts';
import { LIMITS } from './conditions.ts';
import { PropertyNamesDocument } from './documents.ts';

interface Props {
  name: string;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  onChange: (name: string) => void;
}

/** The name of a property, completed from those of the period. Others can be typed. */
export function PropertyName({ name, trackingId, period: { from, to }, onChange }: Props) {
  const id = useId();
  const [{ data }] = useAsk(PropertyNamesDocument, { trackingId, from, to });
  const { events = [], pageProperties = [] } = data?.website ?? {};
  const properties = [...events.flatMap(({ properties }) => properties), ...pageProperties];
  const names = [...new Set(properties.map((one) => one.name))].sort();
  return (
    <>
      <input
        list={id}
        aria-label={t('editor.property')}
        placeholder={t('editor.property')}
        autoComplete="off"
        maxLength={LIMITS.name}
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
