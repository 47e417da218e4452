import type { Write } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/write.ts";
import { dayOf } from "#time/zoned.ts";
import { cellKey } from "./sheet.ts";

/** The state of a cell's change: sending, waiting for the network, or refused. */
export type CellState = { kind: "saving" | "unsent" } | { kind: "failed" | "conflict"; queued: Queued };

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
    for (const key of cellsOf(write, zone, cellOf)) if (key !== undefined) states.set(key, state);
  }
  return states;
}

function cellsOf(write: Write, zone: string, cellOf: (id: string) => string | undefined): (string | undefined)[] {
  if (write.kind === "create") return write.entries.map((entry) => cellKey(entry, dayOf(entry.startedAt, zone)));
  if (write.kind === "update") return write.changes.map(({ id }) => cellOf(id));
  return write.kind === "delete" || write.kind === "restore" ? write.ids.map(cellOf) : [];
}
