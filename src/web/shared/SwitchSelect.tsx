import type { LucideIcon } from 'lucide-react';
import './switchSelect.css';

interface Props<Name extends string> {
  icon: LucideIcon;
  label: string;
  /** The choices and their names. */
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The language of each name, if it is not that of the page. */
  languageOf?: (name: Name) => string;
}

/** A small selection with an icon, for choices that apply to all pages. On phones, only the icon is shown. */
export function SwitchSelect<Name extends string>(props: Props<Name>) {
  const { icon: Icon, label, names, chosen, onChoose, languageOf } = props;
  return (
    <label className="switch-select" title={label}>
      <Icon size={16} aria-hidden />
      <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value as Name)}>
        {(Object.keys(names) as Name[]).map((name) => (
          <option key={name} value={name} lang={languageOf?.(name)}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
