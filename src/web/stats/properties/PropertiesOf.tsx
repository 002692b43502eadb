import { Tags } from 'lucide-react';
import { t } from '../../shared/i18n/t.ts';
import type { PanelName } from '../types.ts';
import { useOpenProperties } from './openProperties.ts';

interface Props {
  name: PanelName;
  value: string;
  label: string;
  className: string;
}

/** Opens the properties of the event of a row; nothing for other rows. */
export function PropertiesOf({ name, value, label, className }: Props) {
  const open = useOpenProperties();
  if (!open || name !== 'EVENT') return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={t('properties.of', { label })}
      title={t('properties.title')}
      onClick={() => open({ event: value })}
    >
      <Tags size={14} aria-hidden />
    </button>
  );
}
