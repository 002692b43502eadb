import type { ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';

interface Props<Value extends string> {
  name: string;
  choices: readonly { value: Value; label: string; hint: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Radio buttons, each with a description. */
export function Choices<Value extends string>({ name, choices, chosen, onChoose }: Props<Value>) {
  return choices.map(({ value, label, hint }) => (
    <Checkbox
      key={value}
      type="radio"
      name={name}
      value={value}
      label={label}
      hint={hint}
      checked={chosen === value}
      onChange={() => onChoose(value)}
    />
  ));
}
