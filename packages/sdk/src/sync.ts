import type { CallOptions, Client } from "./client.ts";
import type { TimeEntry } from "./generated/schemas.ts";
import type { ListTimeEntryChangesQuery, ListTimeEntryChangesReply } from "./generated/time-entries.ts";

/** Where a run of the sync starts, and the filters of the copy, which must be the same in every run. */
export interface SyncQuery extends Omit<ListTimeEntryChangesQuery, "limit" | "cursor" | "since"> {
  /** `since` from the `synced` change of the last run. Without it, the run starts from the beginning. */
  since?: string | undefined;
}

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
  /** The copy is now up to date: store `since` with it for the next run. Always the last change. */
  | { kind: "synced"; since: string };

// After this many milliseconds, the server erases the content of deleted entries and no longer knows which callers
// could see them, so the copy must start again.
const longestAbsenceMs = 30 * 86_400_000;

/** Yields the changes since the last run, oldest first, and then the cursor for the next run. */
export async function* syncTimeEntries(
  client: Client,
  query: SyncQuery,
  options?: CallOptions,
): AsyncGenerator<EntryChange, void, undefined> {
  const read = (cursor: string | null, since: string | undefined) =>
    client.get<ListTimeEntryChangesReply>(
      "/v1/time-entries/changes",
      { ...query, since, limit: 200, ...(cursor === null ? {} : { cursor }) },
      options,
    );
  let { since } = query;
  let page = await read(null, since);
  // Measure by the server's clock, because the client's clock may be wrong.
  if (since !== undefined && Date.parse(page.syncedTo) - Date.parse(since) > longestAbsenceMs) {
    since = undefined;
    page = await read(null, since);
  }
  if (since === undefined) yield { kind: "reset" };
  for (;;) {
    for (const change of page.data) yield toChange(change);
    if (page.nextCursor === null) break;
    page = await read(page.nextCursor, since);
  }
  yield { kind: "synced", since: page.syncedTo };
}

function toChange(change: ListTimeEntryChangesReply["data"][number]): EntryChange {
  if ("gone" in change) return { kind: "remove", id: change.id, reason: "gone" };
  if ("projectId" in change && change.deletedAt === null) return { kind: "upsert", entry: change };
  return { kind: "remove", id: change.id, reason: "deleted" };
}
