import type { HitResult, TrackerAnswer, TranslatedHit, Translation } from './tracker.ts';

/** A transparent GIF of one pixel. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const gif = (): TrackerAnswer => ({ type: 'image/gif', body: GIF });
export const empty = (): TrackerAnswer => ({ status: 204, body: '' });
export const json = (value: unknown): TrackerAnswer => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** A request with hits, which is answered with JSON or as given. */
export const translated = (
  hits: TranslatedHit[],
  answer: (results: readonly HitResult[]) => TrackerAnswer = () => json({}),
): Translation => ({ hits, answer });

/** An entry of a batch that is no hit. It is refused as a hit that cannot be read, and the others are not. */
export const UNREADABLE: TranslatedHit = { fields: { page: undefined }, websites: [] };

/** Reads the entries of a batch. Those that do not have the form of an entry are unreadable hits. */
export const hitsOfEach = <Entry>(
  batch: readonly unknown[],
  isEntry: (entry: unknown) => entry is Entry,
  read: (entry: Entry) => TranslatedHit[],
): TranslatedHit[] => batch.flatMap((entry) => (isEntry(entry) ? read(entry) : [UNREADABLE]));

/** A request that counts nothing. */
export const answered = (answer: TrackerAnswer = json({})): Translation => ({
  hits: [],
  answer: () => answer,
});
