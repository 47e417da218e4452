import type { Write } from "@stint/offline/write.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import { useTracking, useTrackingView } from "#state/use-tracking.ts";
import { dayOf } from "#time/zoned.ts";
import { cellKey, type WeekSheet } from "#time/sheet.ts";

/** The state of a cell's change: sending, waiting for the network, or refused. */
type CellState = { kind: "saving" | "unsent" } | { kind: "failed" | "conflict"; queued: Queued };

export type ShownState = CellState | { kind: "saved" };
const confirmed: ShownState = { kind: "saved" };

/**
 * The state of each cell's change. A cell whose change has been confirmed since the page was opened counts as saved.
 */
export function useCellStates(sheet: WeekSheet): (key: string) => ShownState | undefined {
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
function cellsOf({ rows }: WeekSheet): Map<string, string> {
  return new Map(rows.flatMap(({ cells }) => cells.flatMap(({ key, entries }) => entries.map(({ id }) => [id, key]))));
}

/** The cells with unconfirmed changes. `cellOf` maps an entry, even a deleted one, to its cell. */
export function cellStates(
  queue: readonly Queued[],
  isOnline: boolean,
  zone: string,
  cellOf: (id: string) => string | undefined,
): Map<string, CellState> {
  const states = new Map<string, CellState>();
  for (const queued of queue) {
    const { write, status } = queued;
    const state: CellState =
      status === "failed" || status === "conflict"
        ? { kind: status, queued }
        : { kind: isOnline ? "saving" : "unsent" };
    for (const key of cellsOfWrite(write, zone, cellOf)) if (key !== undefined) states.set(key, state);
  }
  return states;
}

function cellsOfWrite(write: Write, zone: string, cellOf: (id: string) => string | undefined): (string | undefined)[] {
  if (write.kind === "create") return write.entries.map((entry) => cellKey(entry, dayOf(entry.startedAt, zone)));
  if (write.kind === "update") return write.changes.map(({ id }) => cellOf(id));
  return write.kind === "delete" || write.kind === "restore" ? write.ids.map(cellOf) : [];
}
