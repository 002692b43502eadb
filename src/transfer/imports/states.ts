/** The states of an import, with their descriptions. */
export const IMPORT_STATES = {
  reading: 'Its files are being read, so that they can be previewed.',
  ready: 'It has been previewed, and waits to be started.',
  running: 'It is being stored. Statistics do not contain it yet.',
  done: 'Statistics contain it.',
  failed: 'It could not be stored. Nothing of it is left.',
  undoing: 'It is being removed. Statistics do not contain it any more.',
  undone: 'It was removed. Nothing of it is left.',
} as const;

export type ImportState = keyof typeof IMPORT_STATES;

/** The states in which rows of it may be stored. Its period is then taken. */
export const STORED_STATES = ['running', 'done', 'undoing'] as const satisfies ImportState[];
