import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/database/database.ts";
import { runForNobody } from "#platform/requester.ts";
import { encodePlace, type Place } from "#tracking/events/place.ts";
import { readStretch, type Stretch } from "#tracking/events/queries.ts";
import { type Reader, readableTypes } from "#tracking/events/reader.ts";
import { type ToldEvent, tellReaders } from "#tracking/events/tell-readers.ts";
import type { EventStream } from "./event-stream.ts";

/** Reads the events of one organization for all of its streams on this node. */
export interface OrganizationReader {
  /** The place that its streams have reached. */
  place(): Place;
  /** Adds a stream and sends it everything behind a place from now on. */
  join(stream: EventStream, from: Place): void;
  leave(stream: EventStream): void;
  /** Notes that something was committed. */
  wake(): void;
  beat(): void;
  stop(): void;
}

const mostAtOnce = 200;
// A turn takes the database for its statements and the process for each stream. With these pauses it takes a twentieth of
// the time at most, until events would wait for longer than a client should.
const shareOfTime = 19;
const leastPauseMs = 40;
const mostPauseMs = 250;
const retryMs = 1_000;

export function createOrganizationReader(
  db: Database,
  orgId: string,
  start: Place,
  onError: (error: unknown) => void,
): OrganizationReader {
  const live = new Set<EventStream>();
  const joining = new Map<EventStream, Place>();
  const stopping = new AbortController();
  let place = start;
  let isDirty = false;
  let isRunning = false;

  /** Advances and admits the streams that wait; returns whether it reached everything committed so far. */
  async function turn(): Promise<boolean> {
    const newcomers = [...joining];
    const stretch = await readStretch(db, orgId, place, { actions: readableTypes, ownerId: undefined }, mostAtOnce);
    await deliver(stretch);
    place = stretch.end;
    if (stretch.hasMore) return false;
    for (const [stream, from] of newcomers) {
      await bridge(stream, from);
      if (joining.delete(stream)) live.add(stream);
    }
    return true;
  }

  async function deliver(stretch: Stretch): Promise<void> {
    const audiences = Map.groupBy(live, ({ audience }) => audience);
    const first = [...audiences.values()].flatMap(([stream]) => stream ?? []);
    const told = await tellReaders(
      db,
      orgId,
      first.map(({ reader }) => reader),
      stretch.changes,
    );
    const texts = new Map<object, string>();
    for (const [at, { audience, bound }] of first.entries()) {
      const events = told[at] ?? [];
      if (events.length === 0) continue;
      const bytes = Buffer.from(render(events, stretch, bound, texts));
      for (const stream of audiences.get(audience) ?? []) stream.send(bytes, stretch.end);
    }
  }

  /** Sends a newcomer the events between its place and the reader's. */
  async function bridge(stream: EventStream, from: Place): Promise<void> {
    if (from.seen === place.seen) return;
    const window = { seen: place.seen ?? "", from: place.from, at: from.from, id: "" };
    let at: Place = { ...from, window };
    while (at.window !== null && stream.isOpen()) ({ end: at } = await sendStretch(db, stream, at));
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
        // A reader that is behind reads on soon, or it would never reach a fast writer.
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
    // A turn serves several requests and outlives them, so it runs in the context of none.
    if (!isRunning) runForNobody(() => void run());
  };

  return {
    place: () => place,
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
      for (const stream of live) stream.beat(place);
    },
    stop: () => stopping.abort(),
  };
}

/** Sends a stream the events behind a place, up to everything committed so far. */
export async function sendStretch(db: Database, stream: EventStream, place: Place): Promise<Stretch> {
  const { actor, reader, bound } = stream;
  const stretch = await readStretch(db, actor.orgId, place, wantedBy(reader), mostAtOnce);
  const [told = []] = await tellReaders(db, actor.orgId, [reader], stretch.changes);
  if (told.length > 0) stream.send(render(told, stretch, bound, new Map()), stretch.end);
  return stretch;
}

function wantedBy({ types, ownerId }: Reader) {
  return { actions: types, ownerId };
}

function render(events: readonly ToldEvent[], stretch: Stretch, bound: string, texts: Map<object, string>): string {
  const last = events.at(-1);
  return events
    .map((event) => {
      const { change, body } = event;
      let text = texts.get(body);
      if (text === undefined) texts.set(body, (text = JSON.stringify(body)));
      // The last event's id skips the rest of the stretch, which has nothing for readers of these types.
      const place = event === last ? stretch.end : stretch.behind(change);
      return `id: ${encodePlace(place, bound)}\nevent: ${body.type}\ndata: ${text}\n\n`;
    })
    .join("");
}
