import { directionOf } from '../../shared/i18n/direction.ts';
import './middleCut.css';

/** Texts of up to so many characters fit a row, and are not divided. */
const FITS = 24;
/** The characters that stay at the end of a text. */
const END = { least: 10, most: 14 };

/** Whether a text may be cut. */
export const isLong = (text: string) => [...text].length > FITS;

/** Whether the end of a text tells more than its middle: paths and hosts, but not `Berlin, Germany`. */
const hasEnd = (text: string) => text.startsWith('/') || !text.includes(' ');

/**
 * A text on one line. If a path or host does not fit, it is cut in the middle, because its end tells more
 * about it than what follows its beginning. A text from right to left begins at the right.
 * Name its parent for screen readers, which read two texts.
 */
export function MiddleCut({ text }: { text: string }) {
  // Code points, so that no character is divided.
  const characters = [...text];
  const direction = directionOf(text);
  // In a narrow card, a short text may not fit either.
  if (characters.length <= FITS || !hasEnd(text))
    return (
      <span className="middle-cut-end" dir={direction}>
        {text}
      </span>
    );
  const lastPart = characters.length - characters.lastIndexOf('/');
  const length = lastPart > characters.length ? END.least : Math.min(Math.max(lastPart, END.least), END.most);
  return (
    <span className="middle-cut" dir={direction}>
      <span>{characters.slice(0, -length).join('')}</span>
      <span>{characters.slice(-length).join('')}</span>
    </span>
  );
}
