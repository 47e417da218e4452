import type { CallOptions, Client } from "./client.ts";
import type { TimeEntry } from "./generated/schemas.ts";
import type { ListTimeEntryChangesQuery, ListTimeEntryChangesReply } from "./generated/time-entries.ts";

/** Where a run begins, and what the copy is narrowed to: the same filters from run to run. */
export interface SyncQuery extends Omit<ListTimeEntryChangesQuery, "limit" | "cursor" | "since"> {
  /** `since` of the `synced` that ended the last run. Without it the run begins anew, with everything. */
  since?: string | undefined;
}

/** What to do with the copy. */
export type EntryChange =
  /** Empty it: everything comes anew. Only ever the first. */
  | { kind: "reset" }
  /** Store the entry in place of the one with its id. */
  | { kind: "upsert"; entry: TimeEntry }
  /** Remove the entry with this id, if it is there: it was deleted, or left the filters or the caller's sight. */
  | { kind: "remove"; id: string; reason: "deleted" | "gone" }
  /** Everything up to here is in the copy: keep `since` with it, for the next run. Always the last. */
  | { kind: "synced"; since: string };

// The content of what was deleted is gone by then, so that the server cannot tell whose sight it has left.
const longestAbsenceMs = 30 * 86_400_000;

/** The changes since the last run, oldest first, then the cursor of the next. */
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
  // By the server's clock, since the client's may be wrong.
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
