import { useMemo, useState } from "react";

export interface Selection {
  /** The keys of the selected rows. */
  keys: ReadonlySet<string>;
  /** Toggles a row. With the list's `order`, selects all rows from the last toggled one to this one. */
  toggle: (key: string, order?: readonly string[]) => void;
  set: (keys: ReadonlySet<string>) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [{ keys }, setState] = useState<{ keys: ReadonlySet<string>; anchor: string | undefined }>({
    keys: new Set(),
    anchor: undefined,
  });
  const change = useMemo<Omit<Selection, "keys">>(
    () => ({
      toggle(key, order) {
        // One key press may select two rows before React renders.
        setState(({ keys: before, anchor }) => {
          const selected = new Set(before);
          const [from, to] = [order?.indexOf(anchor ?? key), order?.indexOf(key)].toSorted((a = -1, b = -1) => a - b);
          if (order !== undefined && from !== undefined && from >= 0 && to !== undefined)
            for (const each of order.slice(from, to + 1)) selected.add(each);
          else if (!selected.delete(key)) selected.add(key);
          return { keys: selected, anchor: key };
        });
      },
      set: (all) => setState({ keys: all, anchor: undefined }),
      clear: () => setState({ keys: new Set(), anchor: undefined }),
    }),
    [],
  );
  return useMemo(() => ({ keys, ...change }), [keys, change]);
}
