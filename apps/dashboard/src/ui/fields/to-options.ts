import type { Option } from "./select.tsx";

type Item = { name: string } & ({ id: string } | { userId: string });

const collator = new Intl.Collator();
const sorted = new WeakMap<readonly Item[], readonly Option[]>();
const none: readonly Option[] = [];

export function byName(left: { name: string }, right: { name: string }): number {
  return collator.compare(left.name, right.name);
}

/**
 * The objects or people by name, as options; none while they are hidden. Thousands of items are sorted only once,
 * because that takes longer than people should wait for a list.
 */
export function toOptions(items: readonly Item[], isShown = true): readonly Option[] {
  if (!isShown) return none;
  const options =
    sorted.get(items) ??
    items.toSorted(byName).map((item): Option => ["id" in item ? item.id : item.userId, item.name]);
  sorted.set(items, options);
  return options;
}
