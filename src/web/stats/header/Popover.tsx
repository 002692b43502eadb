import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import './popover.css';

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
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const change = useRef(onOpen);
  change.current = onOpen;

  useEffect(() => {
    if (!open) return;
    const trigger = button.current;
    frame.current?.querySelector<HTMLElement>('[aria-pressed="true"], .popover-menu button')?.focus();
    const beside = ({ target }: Event) => !frame.current?.contains(target as Node) && change.current(false);
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && change.current(false);
    addEventListener('pointerdown', beside);
    addEventListener('focusin', beside);
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('pointerdown', beside);
      removeEventListener('focusin', beside);
      removeEventListener('keydown', pressed);
      // The focus was in the menu, which is gone.
      if (!document.activeElement || document.activeElement === document.body) trigger?.focus();
    };
  }, [open]);

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
