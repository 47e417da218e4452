import type { Database } from "#platform/database/database.ts";
import { encodePosition, type Position } from "#tracking/exchange/events/position.ts";
import { type Batch, readBatch } from "#tracking/exchange/events/queries.ts";
import { type Reader, readableTypes } from "#tracking/exchange/events/reader.ts";
import { type ReaderEvent, eventsOfReaders } from "#tracking/exchange/events/events-of-readers.ts";
import type { EventStream } from "./event-stream.ts";

const maxAtOnce = 200;

/** Reads an organization's events after a position, of all types that a stream can receive. */
export function readForAll(db: Database, orgId: string, position: Position): Promise<Batch> {
  return readBatch(
    db,
    orgId,
    position,
    { actions: readableTypes, ownerIds: undefined, sheetOwnerIds: undefined },
    maxAtOnce,
  );
}

/** Sends each stream its events from a batch, rendering the events once per audience. */
export async function sendToAll(
  db: Database,
  orgId: string,
  streams: ReadonlySet<EventStream>,
  batch: Batch,
): Promise<void> {
  const audiences = Map.groupBy(streams, ({ audience }) => audience);
  const first = [...audiences.values()].flatMap(([stream]) => stream ?? []);
  const told = await eventsOfReaders(
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

/** Sends a stream the events after a position, up to everything committed so far. */
export async function sendBatch(db: Database, stream: EventStream, position: Position): Promise<Batch> {
  const { actor, reader, bound } = stream;
  const batch = await readBatch(db, actor.orgId, position, wantedBy(reader), maxAtOnce);
  const [told = []] = await eventsOfReaders(db, actor.orgId, [reader], batch.changes);
  if (told.length > 0) stream.send(render(told, batch, bound, new Map()), batch.end);
  return batch;
}

/** Sends a stream the events that its client missed, as fast as the client reads them. */
export async function catchUp(db: Database, stream: EventStream, from: Position): Promise<Position> {
  let position = from;
  for (let hasMore = true; hasMore && stream.isOpen();) {
    ({ end: position, hasMore } = await sendBatch(db, stream, position));
    await stream.drained();
  }
  return position;
}

function wantedBy({ types, ownerIds, sheetOwnerIds }: Reader) {
  return { actions: types, ownerIds, sheetOwnerIds };
}

function render(events: readonly ReaderEvent[], batch: Batch, bound: string, texts: Map<object, string>): string {
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
