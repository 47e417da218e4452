import type { Actor } from "#identity/access.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { dayMs } from "#platform/days.ts";
import { boundOf, decodePosition, earliest, encodePosition, type Position } from "./position.ts";
import { findLatest, readBatch } from "./queries.ts";
import { readerOf } from "./reader.ts";
import type { ListEvents } from "./schemas.ts";
import { eventsOfReaders } from "./events-of-readers.ts";

/** One page of the events that the actor may currently read, oldest first. Even the last page has a `resumeCursor`. */
export async function listEvents(db: Database, actor: Actor, query: ListEvents, now: Date) {
  const { types, cursor, limit = pageSize } = query;
  const reader = readerOf(actor, types);
  const bound = boundOf(types);
  const position = await findPosition(db, cursor, bound, "/cursor", now);
  const { types: actions, ownerIds, sheetOwnerIds } = reader;
  const wanted = { actions, ownerIds, sheetOwnerIds };
  const { changes, end, hasMore } = await readBatch(db, actor.orgId, position, wanted, limit);
  const [events = []] = await eventsOfReaders(db, actor.orgId, [reader], changes);
  const next = encodePosition(end, bound);
  const data = events.map(({ body }) => body);
  return { data, nextCursor: hasMore ? next : null, resumeCursor: next };
}

/**
 * Returns the position to read from. The cursor `now` means the current end; without a cursor, reading starts 30 days
 * ago.
 */
export async function findPosition(
  db: Database,
  cursor: string | undefined,
  bound: string,
  field: string,
  now: Date,
): Promise<Position> {
  if (cursor === "now") return findLatest(db);
  const oldest = now.getTime() - keptDays * dayMs;
  if (cursor === undefined) return { history: "", seen: null, from: new Date(oldest).toISOString(), window: null };
  const position = decodePosition(cursor, bound, field);
  // Allows a day more than the retention period, so that readers that start at the oldest event have time to catch up.
  if (Date.parse(earliest(position)) < oldest - dayMs)
    throw invalid(
      field,
      "expired_cursor",
      `is more than ${keptDays} days old, so events would be missing; start over without it`,
    );
  return position;
}
