/** Ends an import so that it can be started again later: its rows are left as after a kill. */
export class ImportInterrupted extends Error {}
