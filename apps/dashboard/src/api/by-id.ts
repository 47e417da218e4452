const indexes = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/** Maps the objects of a list by their ids. Builds the map once per list, because there may be thousands of projects. */
export function byId<Item extends { id: string }>(list: readonly Item[]): ReadonlyMap<string, Item> {
  const index = indexes.get(list) ?? new Map(list.map((item) => [item.id, item]));
  indexes.set(list, index);
  return index as ReadonlyMap<string, Item>;
}
