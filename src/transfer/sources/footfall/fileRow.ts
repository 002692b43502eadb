/** A row as a file has it, by the names of its fields. */
export type FileRow = Readonly<Record<string, unknown>>;
