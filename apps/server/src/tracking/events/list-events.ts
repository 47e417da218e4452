import type { Actor } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { readEventChanges } from "#tracking/webhooks/change-queries.ts";
import { type EventBody, toEventBody } from "#tracking/webhooks/event-payload.ts";
import { boundOf, decodePlace, earliest, encodePlace, type Place } from "./place.ts";
import { findLatest, findRestricted, readStretch, type ScannedChange } from "./queries.ts";
import { projectsOf, type Reader, readerOf, type Restricted, toldOf } from "./reader.ts";
import type { ListEvents } from "./schemas.ts";

const keptDays = 30;
const dayMs = 86_400_000;

/** One page of the events that the actor may read now, oldest first, and where to go on, also behind the last. */
export async function listEvents(db: Database, actor: Actor, query: ListEvents, now: Date) {
  const { types, cursor, limit = 50 } = query;
  const reader = readerOf(actor, types);
  const bound = boundOf(types);
  const place = await findPlace(db, cursor, bound, "/cursor", now);
  const wanted = { actions: reader.types, ownerId: reader.ownerId };
  const { changes, end, hasMore } = await readStretch(db, actor.orgId, place, wanted, limit);
  const restricted = await restrictedFor(db, actor.orgId, reader.viewerId !== undefined, changes);
  const next = encodePlace(end, bound);
  const data = await readBodies(db, actor.orgId, reader, changes, restricted);
  return { data, nextCursor: hasMore ? next : null, resumeCursor: next };
}

/** The place that a cursor names; without one 30 days ago, for `now` behind everything. */
async function findPlace(
  db: Database,
  cursor: string | undefined,
  bound: string,
  field: string,
  now: Date,
): Promise<Place> {
  if (cursor === "now") return findLatest(db);
  const oldest = now.getTime() - keptDays * dayMs;
  if (cursor === undefined) return { history: "", seen: null, from: new Date(oldest).toISOString(), window: null };
  const place = decodePlace(cursor, bound, field);
  // A run from the beginning may last a day.
  if (Date.parse(earliest(place)) < oldest - dayMs)
    throw invalid(
      field,
      "expired_cursor",
      `is of more than ${keptDays} days ago, so that events would be missing; begin again without it`,
    );
  return place;
}

/** The projects of the changes that not everyone sees; nothing where everyone who asks sees all. */
async function restrictedFor(
  db: Database,
  orgId: string,
  isLimited: boolean,
  changes: readonly ScannedChange[],
): Promise<Restricted> {
  const projectIds = isLimited ? projectsOf(changes) : [];
  return projectIds.length === 0 ? new Map() : findRestricted(db, orgId, projectIds);
}

async function readBodies(
  db: Database,
  orgId: string,
  reader: Reader,
  changes: readonly ScannedChange[],
  restricted: Restricted,
): Promise<EventBody[]> {
  const told = changes.map((change) => ({ id: change.id, told: toldOf(reader, change, restricted) }));
  const ids = told.flatMap(({ id, told: part }) => (part === "nothing" ? [] : [id]));
  if (ids.length === 0) return [];
  const read = await readEventChanges(db, orgId, ids);
  return told.flatMap(({ id, told: part }) => {
    const change = read.get(id);
    if (change === undefined || part === "nothing") return [];
    return toEventBody(part === "all" ? change : { ...change, former: null }, reader.showsMoney) ?? [];
  });
}
