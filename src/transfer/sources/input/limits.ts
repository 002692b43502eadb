import { AppError } from '../../../errors.ts';
import { shownText } from '../../../validation/shown.ts';
import type { SourceFile } from '../records.ts';

/** Limits of a file of an import. Options of the functions that read files, so that tests can lower them. */
export interface InputLimits {
  /** Bytes after decompression, of all files of an archive. */
  bytes: number;
  /** The greatest ratio of decompressed to stored bytes, once `ratioFrom` bytes are decompressed. */
  ratio: number;
  ratioFrom: number;
  /** Files in a zip archive. */
  entries: number;
}

export const INPUT_LIMITS: Readonly<InputLimits> = {
  bytes: 50 * 2 ** 30,
  ratio: 1_000,
  ratioFrom: 100 * 2 ** 20,
  entries: 1_000,
};

/** The file in an error message. */
export const fileName = (file: SourceFile): string => `"${shownText(file.name)}"`;

/** An error that makes the whole file unusable. */
export const unusable = (file: SourceFile, problem: string): AppError =>
  new AppError('invalid', `${fileName(file)} ${problem}`);

/** Counts the decompressed bytes of a file, and refuses those that are too many for its size. */
export class ByteBudget {
  private read = 0;

  constructor(
    private readonly file: SourceFile,
    /** The size of the file on disk. */
    private readonly size: number,
    private readonly limits: InputLimits = INPUT_LIMITS,
  ) {}

  /** @throws AppError `invalid` beyond a limit. */
  take(bytes: number): void {
    this.read += bytes;
    const { limits } = this;
    if (this.read > limits.bytes)
      throw unusable(
        this.file,
        `contains more than ${limits.bytes / 2 ** 30} GiB after decompression. Split it into smaller files.`,
      );
    if (this.read > limits.ratioFrom && this.read > limits.ratio * this.size)
      throw unusable(
        this.file,
        `is compressed more than ${limits.ratio} to 1, as no export is. If it is one, decompress it first.`,
      );
  }
}
