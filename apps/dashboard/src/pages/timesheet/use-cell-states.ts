import { useEffect, useMemo, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { useTracking, useTrackingView } from "#state/use-tracking.ts";
import { type CellState, cellStates } from "./cell-states.ts";
import type { Sheet } from "./sheet.ts";

export type ShownState = CellState | { kind: "saved" };
const confirmed: ShownState = { kind: "saved" };

/**
 * The state of each cell's change. A cell whose change has been confirmed since the page was opened counts as saved.
 */
export function useCellStates(sheet: Sheet): (key: string) => ShownState | undefined {
  const { zone } = useSettings();
  const tracking = useTracking();
  const { queue, isOnline } = useTrackingView();
  // Remembers the cells of deleted entries, which the new sheet no longer contains.
  const [known, setKnown] = useState({ sheet, cells: cellsOf(sheet) });
  if (known.sheet !== sheet) setKnown({ sheet, cells: new Map([...known.cells, ...cellsOf(sheet)]) });
  const { cells } = known;
  const states = useMemo(() => {
    const cellOf = (id: string) => cells.get(tracking.idOf(id)) ?? cells.get(id);
    return cellStates(queue, isOnline, zone, cellOf);
  }, [queue, isOnline, zone, cells, tracking]);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const before = useRef(states);
  useEffect(() => {
    const done = [...before.current].flatMap(([key, { kind }]) =>
      (kind === "saving" || kind === "unsent") && !states.has(key) ? [key] : [],
    );
    before.current = states;
    if (done.length > 0) setSaved((known) => new Set([...known, ...done]));
  }, [states]);
  return (key) => states.get(key) ?? (saved.has(key) ? confirmed : undefined);
}

/** Maps the ids of entries to their cells. */
function cellsOf({ rows }: Sheet): Map<string, string> {
  return new Map(rows.flatMap(({ cells }) => cells.flatMap(({ key, entries }) => entries.map(({ id }) => [id, key]))));
}
