import type { Queued, Write } from "#api/tracking/write.ts";
import { dayOf } from "#time/zoned.ts";
import { cellKey } from "./sheet.ts";

/** How far a change of a cell has come: on its way, waiting for the network, or refused. */
export type CellState =
  | { kind: "saving" | "unsent" }
  | { kind: "failed" | "conflict"; error: string | undefined; queueKey: string };

/** The cells that the server has not confirmed. `cellOf` knows in which cell an entry stands or stood. */
export function cellStates(
  queue: readonly Queued[],
  isOnline: boolean,
  zone: string,
  cellOf: (id: string) => string | undefined,
): Map<string, CellState> {
  const states = new Map<string, CellState>();
  for (const { key: queueKey, write, status, error } of queue) {
    const state: CellState =
      status === "failed" || status === "conflict"
        ? { kind: status, error, queueKey }
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
