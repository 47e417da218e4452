import type { Option } from "./select.tsx";

interface Item {
  id: string;
  name: string;
}

const byName = new Intl.Collator();
const sorted = new WeakMap<readonly Item[], readonly Option[]>();
const none: readonly Option[] = [];

/**
 * The items by name, as options; none while they are hidden. Thousands of items are sorted only once, because that takes
 * longer than people should wait for a list.
 */
export function toOptions(items: readonly Item[], isShown = true): readonly Option[] {
  if (!isShown) return none;
  const options =
    sorted.get(items) ??
    items.map(({ id, name }): Option => [id, name]).sort(([, left], [, right]) => byName.compare(left, right));
  sorted.set(items, options);
  return options;
}
