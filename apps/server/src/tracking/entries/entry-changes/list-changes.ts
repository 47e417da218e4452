import { type Actor, idsWithin, may, moneyIn, type Reach, reachOf } from "#identity/access.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import type { Database } from "#platform/database/database.ts";
import { queryInstant } from "#platform/time.ts";
import { openPage } from "#tracking/entries/copies/open-page.ts";
import { type ChangePosition, encodeMark, encodePage, type Run } from "#tracking/entries/copies/position.ts";
import { timeEntry } from "#tracking/entries/time-entries/time-entry.ts";
import { normalInstant } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { toTimeEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import { listLeft, listMatching, listShifted, type ChangeRange } from "./queries.ts";
import { readView, type View } from "./read-view.ts";
import type { ListTimeEntryChanges, TimeEntryChange } from "./schemas.ts";

interface EntryChange extends ChangePosition {
  /** Undefined for an entry that left the view. */
  row: TimeEntryRow | undefined;
}

const actions = timeEntry.actions.map(({ name }) => name);
// After this time, the content of deleted entries is gone, so nobody knows who could see them.

/** One page of changes to the entries that match the query and that the actor may see, oldest first. */
export async function listChanges(db: Database, actor: Actor, query: ListTimeEntryChanges) {
  const { since: asked, cursor, limit = pageSize, ...filters } = query;
  const since = asked === undefined ? undefined : normalInstant(queryInstant(asked));
  const list = { name: "time-entry-changes", filters, actions, keptDays };
  const { run, after } = await openPage(db, actor.orgId, list, { since, cursor });
  const range = { ...rangeOf(run), after, limit: limit + 1 };
  const view = await readView(db, actor, filters, range.since);
  const found = await listPage(db, actor, view, range);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const money = reachOf(actor, "costs:read");
  const showsBilling = may(actor, "billing:read");
  return {
    data: shown.map((change) => toChange(change, money, showsBilling)),
    nextCursor: last === undefined ? null : encodePage(run, last, list, since),
    syncedTo: run.mark.at,
    resumeCursor: encodeMark(run.mark, list),
  };
}

/** Merges all kinds of changes in chronological order, up to the limit. */
async function listPage(db: Database, actor: Actor, view: View, range: ChangeRange): Promise<EntryChange[]> {
  const { orgId } = actor;
  const ownerIds = idsWithin(reachOf(actor, "time-entries:read"));
  const rows = await listMatching(db, orgId, view.now, ownerIds, range);
  const changes: EntryChange[] = rows.map((row) => ({ at: row.updated_at, id: row.id, row }));
  if (range.since !== undefined && canLeave(view.before)) {
    // Reads only up to the page's last change. Without this bound, every page would read all later changes again.
    const until = rows.length < range.limit ? range.until : rows.at(-1)?.updated_at;
    const left = await listLeft(db, orgId, view, range, until);
    changes.push(...left.map(({ at, id }) => ({ at, id, row: undefined })));
  }
  if (view.shifts.length > 0 || view.joinings.length > 0) {
    const shifted = await listShifted(db, orgId, view, range);
    changes.push(...shifted.map((row) => ({ at: row.shifted_at, id: row.id, row: row.matches ? row : undefined })));
  }
  return changes.toSorted(byTimeAndId).slice(0, range.limit);
}

export function rangeOf({ from, until, isDisordered }: Run) {
  return { since: from ?? undefined, until: until ?? undefined, isDisordered };
}

function canLeave(filter: View["before"]): boolean {
  return Object.values(filter).some((condition) => condition !== undefined);
}

export function byTimeAndId(a: ChangePosition, b: ChangePosition): number {
  return Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1);
}

function toChange({ at, id, row }: EntryChange, money: Reach, showsBilling: boolean): TimeEntryChange {
  if (row === undefined) return { id, gone: true, updatedAt: at };
  if (row.deleted_at === null) return toTimeEntry(row, moneyIn(money, row.user_id), showsBilling);
  return { id, deletedAt: row.deleted_at, updatedAt: row.updated_at };
}
