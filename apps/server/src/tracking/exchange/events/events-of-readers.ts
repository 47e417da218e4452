import { moneyIn, type Reach } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { type EventChange, readEventChanges } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { type EventBody, toEventBody } from "#tracking/exchange/event-catalogue/event-payload.ts";
import { findRestricted } from "#tracking/ledger/projects/queries.ts";
import type { ScannedChange } from "./queries.ts";
import { projectsOf, type Reader, type Visibility, visibilityOf } from "./reader.ts";

export interface ReaderEvent {
  change: ScannedChange;
  body: EventBody;
}

/**
 * Returns the events that each reader receives for the changes, in order. Readers with equal events share the objects.
 */
export async function eventsOfReaders(
  db: Database,
  orgId: string,
  readers: readonly Reader[],
  changes: readonly ScannedChange[],
): Promise<ReaderEvent[][]> {
  if (changes.length === 0) return readers.map(() => []);
  const projectIds = readers.some(({ viewerId }) => viewerId !== undefined) ? projectsOf(changes) : [];
  const restricted = projectIds.length === 0 ? new Map() : await findRestricted(db, orgId, projectIds);
  const parts = readers.map((reader) => changes.map((change) => visibilityOf(reader, change, restricted)));
  const wanted = changes.filter((_change, at) => parts.some((visible) => visible[at] !== "nothing"));
  if (wanted.length === 0) return readers.map(() => []);
  const ids = wanted.map(({ id }) => id);
  const read = await readEventChanges(db, orgId, ids);
  const bodies = new Map<string, EventBody | undefined>();
  const bodyOf = (id: string, part: Visibility, money: Reach) => {
    const change = read.get(id);
    if (change === undefined || part === "nothing") return undefined;
    const key = `${id} ${part} ${moneyShown(change, money)}`;
    if (!bodies.has(key)) bodies.set(key, toEventBody(part === "all" ? change : { ...change, former: null }, money));
    return bodies.get(key);
  };
  return readers.map(({ money }, index) =>
    changes.flatMap((change, at) => {
      const body = bodyOf(change.id, parts[index]?.[at] ?? "nothing", money);
      return body === undefined ? [] : [{ change, body }];
    }),
  );
}

/** A key that is equal for all readers who see the same amounts in the change. */
function moneyShown({ object, former }: EventChange, money: Reach): string {
  return [object, former ?? object].map((row) => moneyIn(money, String(row["user_id"]))).join(" ");
}
