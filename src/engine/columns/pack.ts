/**
 * Divides items, in their order, into groups. A group has more than one item only while the sums of its sizes
 * are within the limits.
 * @param sizesOf returns the sizes of an item, one for each limit.
 */
export function packGroups<Item>(
  items: readonly Item[],
  sizesOf: (item: Item) => readonly number[],
  limits: readonly number[],
): Item[][] {
  const groups: Item[][] = [];
  let sums: readonly number[] = [];
  for (const item of items) {
    const sizes = sizesOf(item);
    const together = sizes.map((size, index) => size + (sums[index] ?? 0));
    const last = groups.at(-1);
    if (last && together.every((sum, index) => sum <= (limits[index] as number))) {
      last.push(item);
      sums = together;
    } else {
      groups.push([item]);
      sums = sizes;
    }
  }
  return groups;
}
