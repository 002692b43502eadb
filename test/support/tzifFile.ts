interface Change {
  at: number;
  offset: number;
}

/**
 * Writes a compiled time zone (RFC 9636).
 * @param offset the difference from UTC before the first change, in seconds.
 * @param footer what holds after the last one, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
 */
export function tzifFile(offset: number, changes: readonly Change[], footer: string): Buffer {
  const types = [{ offset }, ...changes];
  const header = (times: number, kinds: number, chars: number) => {
    const bytes = Buffer.alloc(44);
    bytes.write('TZif2');
    bytes.writeUInt32BE(times, 32);
    bytes.writeUInt32BE(kinds, 36);
    bytes.writeUInt32BE(chars, 40);
    return bytes;
  };
  const times = changes.map(({ at }) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(at));
    return bytes;
  });
  const kinds = types.map((type) => {
    const bytes = Buffer.alloc(6);
    bytes.writeInt32BE(type.offset);
    return bytes;
  });
  const name = Buffer.from('LMT\0');
  return Buffer.concat([
    // The data with 32-bit times is empty, apart from one type.
    ...[header(0, 1, name.length), Buffer.alloc(6), name],
    ...[header(changes.length, types.length, name.length), ...times],
    ...[Buffer.from(changes.map((_, index) => index + 1)), ...kinds, name, Buffer.from(`\n${footer}\n`)],
  ]);
}
