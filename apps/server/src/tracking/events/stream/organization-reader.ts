import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/database/database.ts";
import { runForNobody } from "#platform/requester.ts";
import { encodePosition, type Position } from "#tracking/events/position.ts";
import { readBatch, type Batch } from "#tracking/events/queries.ts";
import { type Reader, readableTypes } from "#tracking/events/reader.ts";
import { type ToldEvent, tellReaders } from "#tracking/events/tell-readers.ts";
import type { EventStream } from "./event-stream.ts";

/** Reads the events of one organization for all of its streams on this node. */
export interface OrganizationReader {
  /** The position up to which its streams have received everything. */
  position(): Position;
  /** Adds a stream and sends it everything after a position from now on. */
  join(stream: EventStream, from: Position): void;
  leave(stream: EventStream): void;
  /** Notifies the reader of a commit. */
  wake(): void;
  beat(): void;
  stop(): void;
}

const mostAtOnce = 200;
// A turn occupies the database for its queries and the process for each stream. These pauses limit turns to a twentieth
// of the time, unless events would then wait too long.
const shareOfTime = 19;
const leastPauseMs = 40;
const mostPauseMs = 250;
const retryMs = 1_000;

export function createOrganizationReader(
  db: Database,
  orgId: string,
  start: Position,
  onError: (error: unknown) => void,
): OrganizationReader {
  const live = new Set<EventStream>();
  const joining = new Map<EventStream, Position>();
  const stopping = new AbortController();
  let position = start;
  let isDirty = false;
  let isRunning = false;

  /** Advances the reader and admits waiting streams; returns whether it caught up with everything committed so far. */
  async function turn(): Promise<boolean> {
    const newcomers = [...joining];
    const batch = await readBatch(db, orgId, position, { actions: readableTypes, ownerIds: undefined }, mostAtOnce);
    await deliver(batch);
    position = batch.end;
    if (batch.hasMore) return false;
    for (const [stream, from] of newcomers) {
      await bridge(stream, from);
      if (joining.delete(stream)) live.add(stream);
    }
    return true;
  }

  async function deliver(batch: Batch): Promise<void> {
    const audiences = Map.groupBy(live, ({ audience }) => audience);
    const first = [...audiences.values()].flatMap(([stream]) => stream ?? []);
    const told = await tellReaders(
      db,
      orgId,
      first.map(({ reader }) => reader),
      batch.changes,
    );
    const texts = new Map<object, string>();
    for (const [at, { audience, bound }] of first.entries()) {
      const events = told[at] ?? [];
      if (events.length === 0) continue;
      const bytes = Buffer.from(render(events, batch, bound, texts));
      for (const stream of audiences.get(audience) ?? []) stream.send(bytes, batch.end);
    }
  }

  /** Sends a new stream the events that the reader's other streams have already received. */
  async function bridge(stream: EventStream, from: Position): Promise<void> {
    if (from.seen === position.seen) return;
    const window = { seen: position.seen ?? "", from: position.from, at: from.from, id: "" };
    let at: Position = { ...from, window };
    while (at.window !== null && stream.isOpen()) ({ end: at } = await sendBatch(db, stream, at));
  }

  async function run(): Promise<void> {
    isRunning = true;
    let hasFailed = false;
    while (isDirty && !stopping.signal.aborted) {
      isDirty = false;
      let waitMs = retryMs;
      try {
        const beganAt = performance.now();
        const isCurrent = await turn();
        const fairMs = (performance.now() - beganAt) * shareOfTime;
        // A reader that hasn't caught up pauses only briefly, because it would otherwise never catch up with a fast
        // writer.
        waitMs = isCurrent ? Math.min(mostPauseMs, Math.max(leastPauseMs, fairMs)) : leastPauseMs;
        isDirty ||= !isCurrent;
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !stopping.signal.aborted) onError(error);
        hasFailed = true;
        isDirty = true;
      }
      await pause(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
    isRunning = false;
  }

  const wake = () => {
    isDirty = true;
    // One run serves several requests and outlives them, so it is not attributed to any request.
    if (!isRunning) runForNobody(() => void run());
  };

  return {
    position: () => position,
    wake,
    join(stream, from) {
      joining.set(stream, from);
      wake();
    },
    leave(stream) {
      joining.delete(stream);
      live.delete(stream);
    },
    beat() {
      for (const stream of live) stream.beat(position);
    },
    stop: () => stopping.abort(),
  };
}

/** Sends a stream the events after a position, up to everything committed so far. */
export async function sendBatch(db: Database, stream: EventStream, position: Position): Promise<Batch> {
  const { actor, reader, bound } = stream;
  const batch = await readBatch(db, actor.orgId, position, wantedBy(reader), mostAtOnce);
  const [told = []] = await tellReaders(db, actor.orgId, [reader], batch.changes);
  if (told.length > 0) stream.send(render(told, batch, bound, new Map()), batch.end);
  return batch;
}

function wantedBy({ types, ownerIds }: Reader) {
  return { actions: types, ownerIds };
}

function render(events: readonly ToldEvent[], batch: Batch, bound: string, texts: Map<object, string>): string {
  const last = events.at(-1);
  return events
    .map((event) => {
      const { change, body } = event;
      let text = texts.get(body);
      if (text === undefined) texts.set(body, (text = JSON.stringify(body)));
      // The last event carries the position at the end of the batch, because the rest of the batch has no events for
      // this reader.
      const position = event === last ? batch.end : batch.after(change);
      return `id: ${encodePosition(position, bound)}\nevent: ${body.type}\ndata: ${text}\n\n`;
    })
    .join("");
}
