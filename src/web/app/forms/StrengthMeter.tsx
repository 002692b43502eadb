import { useDeferredValue, useEffect, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';

const LEVELS = [0, 1, 2, 3, 4] as const;

type Level = (typeof LEVELS)[number];

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
  const [score, setScore] = useState<Level | null>(null);
  useEffect(() => {
    let current = true;
    if (given === '') setScore(null);
    else
      void import('./strength.ts').then(
        ({ strengthOf }) => current && setScore(LEVELS[strengthOf(given, known.split(' '))] ?? 0),
        // If the estimator cannot be loaded, the server still reports errors.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [given, known]);

  const missing = min - [...password].length;
  // A password that is too short is weak at best, whatever it consists of.
  const level = password === '' || score === null ? null : missing > 0 && score > 1 ? 1 : score;
  return (
    <div className="strength" id={id}>
      <div className="strength-bars" data-level={level ?? undefined} aria-hidden>
        {LEVELS.slice(1).map((one) => (
          <span key={one} />
        ))}
      </div>
      <p className="hint" role="status">
        {level === null ? t('strength.least', { count: min }) : words(level, missing)}
      </p>
    </div>
  );
}

/** A good password needs no advice. */
const isAdvised = (level: Level) => level < 3;

function words(level: Level, missing: number): string {
  const advice =
    missing > 0
      ? t('strength.missing', { count: missing })
      : isAdvised(level) && t(`strength.advice.${level as 0 | 1 | 2}`);
  return [t(`strength.${level}`), advice].filter(Boolean).join(' ');
}
