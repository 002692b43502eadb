import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMenu } from '../../shared/useMenu.ts';
import './popover.css';

/** What gets the focus: the current choice, otherwise the first one. */
const FIRST = ['.popover-menu [aria-pressed="true"]', '.popover-menu button'];

interface Props {
  /** What the button chooses, for screen readers. */
  label: string;
  /** The current choice. */
  words: string;
  icon: ReactNode;
  /** The name of the menu. */
  title: string;
  className?: string;
  disabled: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** A button with the current choice, and a menu below it. Escape and a click beside the menu close it. */
export function Popover({ label, words, icon, title, className, disabled, open, onOpen, children }: Props) {
  const { frame, button } = useMenu(open, onOpen, FIRST);
  return (
    <div className={className ? `popover ${className}` : 'popover'} ref={frame}>
      <button
        ref={button}
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => onOpen(!open)}
      >
        {icon}
        <span className="visually-hidden">{label}: </span>
        <span className="popover-words">{words}</span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && (
        <div className="card popover-menu" role="dialog" aria-label={title}>
          {children}
        </div>
      )}
    </div>
  );
}

interface ChoicesProps<Name extends string> {
  names: Readonly<Record<Name, string>>;
  chosen: Name | null;
  onChoose: (name: Name) => void;
}

/** The named choices of a menu. */
export function PopoverChoices<Name extends string>({ names, chosen, onChoose }: ChoicesProps<Name>) {
  return (
    <div className="popover-choices">
      {(Object.keys(names) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {names[name]}
        </button>
      ))}
    </div>
  );
}
