import { askedUsers, type Actor, may, moneyIn, reachesOthers, reachOf } from "#identity/access.ts";
import { toInstant } from "#platform/database/column-types.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Texts } from "#platform/database/fast-rows/whole-rows.ts";
import { cutPage, readPage } from "#platform/http/replies/pages.ts";
import { expectLongStatements } from "#platform/requester.ts";
import { timeEntryPage } from "#tracking/entries/time-entries/queries.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import type { ListTimeEntries } from "#tracking/entries/time-entries/schemas.ts";
import { readerOf, writeTimeEntry } from "./time-entry-json.ts";

const idOf = readerOf("id");
const ownerOf = readerOf("user_id");
const startOf = readerOf("started_at");
const updateOf = readerOf("updated_at");

export async function listTimeEntryPage(db: DatabasePool, actor: Actor, query: ListTimeEntries) {
  const { limit, cursor, sort = "-startedAt", includeDeleted = false, ...filters } = query;
  if (filters.q !== undefined) expectLongStatements();
  const filter = await readFilter(db, actor, filters);
  // The cursor is not bound to hidden projects or to the members of teams, so paging can continue when they change.
  const { hidden: _, ...asked } = filter;
  const userIds = reachesOthers(actor, "time-entries:read") ? askedUsers(actor, filters.userId) : filter.userIds;
  const scope = ["time-entries", sort, includeDeleted, { ...asked, userIds, teamIds: filters.teamId }];
  const page = { ...readPage({ limit, cursor }, scope), sort, includeDeleted };
  const rows = await db.query<Texts>(timeEntryPage(actor.orgId, filter, page), { asBytes: true });
  const money = reachOf(actor, "costs:read");
  const showsBilling = may(actor, "billing:read");
  const valueOf = sort.endsWith("startedAt") ? startOf : updateOf;
  return cutPage(
    rows,
    page,
    (row) => writeTimeEntry(row, moneyIn(money, ownerOf(row)), showsBilling),
    (row) => ({ value: toInstant(valueOf(row)), id: idOf(row) }),
  );
}
