/** The names of keys, in their order: `namesBy(['a', 'b'], nameOf)`. */
export const namesBy = <Key extends string>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
): Record<Key, string> => Object.fromEntries(keys.map((key) => [key, nameOf(key)])) as Record<Key, string>;
