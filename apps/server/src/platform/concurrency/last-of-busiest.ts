/**
 * Returns the item that a full queue drops: the last one of the sharer with the most items. If several sharers have
 * equally many, chooses the most recently served of them, or else the one that came last.
 */
export function lastOfBusiest<Item>(
  items: readonly Item[],
  sharersOf: (item: Item) => readonly string[],
  lastServed: (item: Item) => number = () => 0,
): Item | undefined {
  const counts = new Map<string, number>();
  for (const item of items) for (const one of sharersOf(item)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const most = (item: Item) => Math.max(0, ...sharersOf(item).map((one) => counts.get(one) ?? 0));
  return items.toSorted((one, other) => most(one) - most(other) || lastServed(one) - lastServed(other)).at(-1);
}
