import type { Actor } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/cursor.ts";
import { parseInstant } from "#platform/time.ts";
import { listTimeEntries } from "./queries.ts";
import { readFilter } from "./read-filter.ts";
import type { ListTimeEntries } from "./schemas.ts";
import { seesMoney, toTimeEntry } from "./to-time-entry.ts";

/** One page of the entries that match a query and that the actor may see. */
export async function listTimeEntryPage(db: Database, actor: Actor, query: ListTimeEntries) {
  const { limit = 50, cursor, sort = "-startedAt", includeDeleted = false, ...filters } = query;
  const filter = await readFilter(db, actor, filters);
  // Not bound to the cursor: pages continue while projects are hidden or shown.
  const { hidden: _, ...asked } = filter;
  const bound = fingerprint(["time-entries", sort, includeDeleted, asked]);
  const after =
    cursor === undefined ? undefined : decodeCursor(cursor, bound, (value) => parseInstant(value) !== undefined);
  const rows = await listTimeEntries(db, actor.orgId, filter, { sort, limit, after, includeDeleted });
  const shown = rows.slice(0, limit);
  const showsMoney = seesMoney(actor);
  const last = shown.at(-1);
  const value = sort.endsWith("startedAt") ? last?.started_at : last?.updated_at;
  const next = rows.length > limit && last !== undefined && value !== undefined ? { value, id: last.id } : undefined;
  return {
    data: shown.map((row) => toTimeEntry(row, showsMoney)),
    nextCursor: next === undefined ? null : encodeCursor(next, bound),
  };
}
