import type { CallOptions, Client } from "./client.ts";
import type { TimeEntry } from "./generated/schemas.ts";
import type { ListTimeEntryChangesQuery, ListTimeEntryChangesReply } from "./generated/time-entries.ts";
import { readRun, type Synced, type SyncStart } from "./sync-run.ts";

/** Where a run of the sync starts, and the filters of the copy, which must be the same in every run. */
export interface SyncQuery extends Omit<ListTimeEntryChangesQuery, "limit" | "cursor" | "since">, SyncStart {}

/** A change to apply to the copy. */
export type EntryChange =
  /** Empty the copy, because all entries follow. If this change occurs, it is the first. */
  | { kind: "reset" }
  /** Store the entry, replacing the one with the same id. */
  | { kind: "upsert"; entry: TimeEntry }
  /**
   * Remove the entry with this id, if the copy has it: it was deleted, or the filters or the caller's rights no longer
   * include it.
   */
  | { kind: "remove"; id: string; reason: "deleted" | "gone" }
  /** The copy is now up to date: store `cursor` with it for the next run. This is always the last change. */
  | Synced;

// After this many milliseconds, the server erases the content of deleted entries and no longer knows which callers
// could see them, so the copy must start again.
const longestAbsenceMs = 30 * 86_400_000;

/** Yields the changes since the last run, oldest first, and then the cursor for the next run. */
export async function* syncTimeEntries(
  client: Client,
  { cursor, since, ...filters }: SyncQuery,
  options?: CallOptions,
): AsyncGenerator<EntryChange, void, undefined> {
  const read = (start: SyncStart) =>
    client.get<ListTimeEntryChangesReply>("/v1/time-entries/changes", { ...filters, limit: 200, ...start }, options);
  const run = readRun(read, { cursor, since }, longestAbsenceMs);
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) return yield value;
    if (value === "reset") yield { kind: "reset" };
    else for (const change of value.data) yield toChange(change);
  }
}

function toChange(change: ListTimeEntryChangesReply["data"][number]): EntryChange {
  if ("gone" in change) return { kind: "remove", id: change.id, reason: "gone" };
  if ("projectId" in change && change.deletedAt === null) return { kind: "upsert", entry: change };
  return { kind: "remove", id: change.id, reason: "deleted" };
}
