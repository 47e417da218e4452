import { useEffect, useMemo, useRef, useState } from "react";
import { useSettings } from "#api/settings.ts";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import { type CellState, cellStates } from "./cell-states.ts";
import type { Sheet } from "./sheet.ts";

export type ShownState = CellState | { kind: "saved" };

/** How far the changes of each cell have come; a cell whose change was confirmed while the page is open is saved. */
export function useCellStates(sheet: Sheet): (key: string) => ShownState | undefined {
  const { zone } = useSettings();
  const tracking = useTracking();
  const { queue, isOnline } = useTrackingView();
  // A deleted entry stands nowhere: its cell is remembered.
  const cells = useRef(new Map<string, string>());
  const states = useMemo(() => {
    for (const { cells: own } of sheet.rows)
      for (const { key, entries } of own) for (const { id } of entries) cells.current.set(id, key);
    const cellOf = (id: string) => cells.current.get(tracking.idOf(id)) ?? cells.current.get(id);
    return cellStates(queue, isOnline, zone, cellOf);
  }, [queue, isOnline, zone, sheet, tracking]);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const before = useRef(states);
  useEffect(() => {
    const done = [...before.current].flatMap(([key, { kind }]) =>
      (kind === "saving" || kind === "unsent") && !states.has(key) ? [key] : [],
    );
    before.current = states;
    if (done.length > 0) setSaved((known) => new Set([...known, ...done]));
  }, [states]);
  return (key) => states.get(key) ?? (saved.has(key) ? { kind: "saved" } : undefined);
}
