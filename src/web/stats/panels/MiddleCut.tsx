import './middleCut.css';

/** Texts of up to so many characters fit a row, and are not divided. */
const FITS = 24;
/** The characters that stay at the end of a text. */
const END = { least: 10, most: 14 };

/** Whether a text is divided, so that it may be cut. */
export const isLong = (text: string) => [...text].length > FITS;

/**
 * A text on one line. If it does not fit, it is cut in the middle, because the ends of paths tell more about
 * them than what follows their beginning. Name its parent for screen readers, which read two texts.
 */
export function MiddleCut({ text }: { text: string }) {
  // Code points, so that no character is divided.
  const characters = [...text];
  if (characters.length <= FITS) return text;
  const lastPart = characters.length - characters.lastIndexOf('/');
  const length = lastPart > characters.length ? END.least : Math.min(Math.max(lastPart, END.least), END.most);
  return (
    <span className="middle-cut">
      <span>{characters.slice(0, -length).join('')}</span>
      <span>{characters.slice(-length).join('')}</span>
    </span>
  );
}
