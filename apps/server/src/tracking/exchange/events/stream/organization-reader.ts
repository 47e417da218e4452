import type { Database } from "#platform/database/database.ts";
import type { Position } from "#tracking/exchange/events/position.ts";
import type { EventStream } from "./event-stream.ts";
import { paceRounds } from "./pace-rounds.ts";
import { readForAll, sendBatch, sendToAll } from "./send-events.ts";

/** Reads the events of one organization for all of its streams on this node. */
export type OrganizationReader = ReturnType<typeof createOrganizationReader>;

export function createOrganizationReader(
  db: Database,
  orgId: string,
  start: Position,
  onError: (error: unknown) => void,
) {
  const live = new Set<EventStream>();
  const joining = new Map<EventStream, Position>();
  let position = start;

  /** Advances the reader and admits waiting streams; returns whether it caught up with everything committed so far. */
  async function round(): Promise<boolean> {
    const newcomers = [...joining];
    const batch = await readForAll(db, orgId, position);
    await sendToAll(db, orgId, live, batch);
    position = batch.end;
    if (batch.hasMore) return false;
    for (const [stream, from] of newcomers) {
      await bridge(stream, from);
      if (joining.delete(stream)) live.add(stream);
    }
    return true;
  }

  /** Sends a new stream the events that the reader's other streams have already received. */
  async function bridge(stream: EventStream, from: Position): Promise<void> {
    if (from.seen === position.seen) return;
    // Has no lower bound, because the clock may have been set back since `from`.
    const window = { seen: position.seen ?? "", from: position.from, at: "1970-01-01T00:00:00.000Z", id: "" };
    let at: Position = { ...from, window };
    while (at.window !== null && stream.isOpen()) ({ end: at } = await sendBatch(db, stream, at));
  }

  const rounds = paceRounds(round, onError);
  return {
    /** The position up to which its streams have received everything. */
    position: (): Position => position,
    /** Notifies the reader of a commit. */
    wake: rounds.wake,
    /** Adds a stream, which then receives everything after `from`. */
    join(stream: EventStream, from: Position) {
      joining.set(stream, from);
      rounds.wake();
    },
    leave(stream: EventStream) {
      joining.delete(stream);
      live.delete(stream);
    },
    beat() {
      for (const stream of live) stream.beat(position);
    },
    stop: rounds.stop,
  };
}
