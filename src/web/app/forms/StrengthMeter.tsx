import { useDeferredValue, useEffect, useState } from 'react';

const LEVELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

const ADVICE = [
  'Several random words are easy to remember and hard to guess.',
  'Add another word or two.',
  'Add another word to make it stronger.',
  '',
  '',
] as const;

interface Props {
  id: string;
  password: string;
  /** The minimum length that the server accepts. */
  min: number;
  /** Identifiers of the owner, such as the email address. Parts of them make a password easy to guess. */
  own: readonly string[];
}

/** Shows how hard a new password is to guess. The estimator is loaded when the first character is typed. */
export function StrengthMeter({ id, password, min, own }: Props) {
  const given = useDeferredValue(password);
  const known = own.join(' ');
  const [score, setScore] = useState<number | null>(null);
  useEffect(() => {
    let current = true;
    if (given === '') setScore(null);
    else
      void import('./strength.ts').then(
        ({ strengthOf }) => current && setScore(strengthOf(given, known.split(' '))),
        // If the estimator cannot be loaded, the server still reports errors.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [given, known]);

  const missing = min - [...password].length;
  // A password that is too short is weak at best, whatever it consists of.
  const level = password === '' || score === null ? null : missing > 0 ? Math.min(score, 1) : score;
  return (
    <div className="strength" id={id}>
      <div className="strength-bars" data-level={level ?? undefined} aria-hidden>
        {LEVELS.slice(1).map((name) => (
          <span key={name} />
        ))}
      </div>
      <p className="hint" role="status">
        {level === null ? `At least ${min} characters.` : words(level, missing)}
      </p>
    </div>
  );
}

function words(level: number, missing: number): string {
  const advice =
    missing > 0 ? `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.` : ADVICE[level];
  return `${LEVELS[level]} password. ${advice}`.trim();
}
