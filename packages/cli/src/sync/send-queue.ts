import { ApiError } from "@stint/sdk";
import type { Mirror } from "#src/store/mirror.ts";
import type { Queue } from "#src/store/queue.ts";
import { toRecord } from "#src/store/records.ts";
import { type QueuedWrite, touches, type Write } from "#src/store/write.ts";
import type { Connection } from "./client.ts";
import { findDone } from "./find-done.ts";
import { Conflict, isPassing, type Outcome, type Sending } from "./outcome.ts";
import { stopFormer } from "./send-timer-write.ts";
import { sendWrite } from "./send-write.ts";

export interface Sent {
  sent: number;
  /** The number of writes that are now waiting for a decision. */
  held: number;
}

/**
 * How long the server is assumed to know a key. The server saves replies for 24 hours; the missing hour is a margin.
 */
const savedMs = 23 * 3_600_000;

interface Place {
  connection: Connection;
  queue: Queue;
  mirror: Mirror;
  userId: string;
}

/** Sends the queue in order. Throws a transient error, so that a later run can continue from there. */
export async function sendQueue(place: Place): Promise<Sent> {
  const result: Sent = { sent: 0, held: 0 };
  for (;;) {
    const next = nextWrite(place.queue);
    if (next === undefined) return result;
    if (await sendNext(place, next)) result.sent++;
    else result.held++;
  }
}

/** Returns the first queued write that does not depend on a write that is waiting for a decision. */
export function nextWrite(queue: Queue): QueuedWrite | undefined {
  const blocked = new Set<string>();
  for (const queued of queue.list()) {
    const touched = touches(queued.write).map((id) => queue.find(id)?.id ?? id);
    if (queued.state === "queued" && !touched.some((id) => blocked.has(id))) return queued;
    for (const id of touched) blocked.add(id);
  }
  return undefined;
}

/** Sends a write. Returns false if the write is now waiting for a decision. */
async function sendNext(place: Place, queued: QueuedWrite): Promise<boolean> {
  const { queue, connection } = place;
  const { key, write, sentAtMs } = queued;
  const serverNowMs = connection.clock.now() + (connection.clock.skewMs ?? 0);
  const sending: Sending = {
    stint: connection.stint,
    key,
    userId: place.userId,
    isRepeated: sentAtMs !== null,
    firstSentMs: sentAtMs ?? serverNowMs,
    find: (id) => queue.find(id),
  };
  if (!queue.markSent(key, write, Math.floor(serverNowMs))) return true;
  try {
    const isOld = sentAtMs !== null && Math.abs(serverNowMs - sentAtMs) > savedMs;
    const done = isOld ? await findDone(write, sending) : undefined;
    await conclude(place, key, done ?? (await sendOnTime(queue, write, sending)));
    return true;
  } catch (error) {
    if (isPassing(error)) throw error;
    if (error instanceof Conflict) queue.hold(key, "conflict", error.message, error.theirs);
    else {
      const reason = error instanceof ApiError ? error.detail : String(error);
      const stopped = write.kind === "start" ? await stopFormer(write, sending) : undefined;
      if (stopped === undefined) queue.hold(key, "refused", reason, null);
      else {
        await updateMirror(place.mirror, stopped);
        queue.holdStart(key, `${reason} The timer that ran before was stopped.`, stopped.ids);
      }
    }
    return false;
  }
}

/**
 * Sends the write. If the server refuses its time because it is in the future, which happens if this machine's clock is
 * fast, sends the write again with the server's current time.
 */
async function sendOnTime(queue: Queue, write: Write, sending: Sending): Promise<Outcome> {
  try {
    return await sendWrite(write, sending);
  } catch (error) {
    const earlier = error instanceof ApiError ? movedToPresent(write, error) : undefined;
    if (earlier === undefined) throw error;
    queue.markSent(sending.key, earlier, sending.firstSentMs);
    const outcome = await sendWrite(earlier, sending);
    // The next write to these entries must not take their replaced times for changes by others.
    const versions = new Map(outcome.entries.map(({ id, version }) => [id, version]));
    outcome.ids = outcome.ids.map(([localId, id, version]) => [localId, id, versions.get(id) ?? version]);
    if (earlier.kind === "start" && write.kind === "start" && outcome.timer)
      outcome.ids.push([`timer ${Date.parse(write.timer.startedAt)}`, outcome.timer.startedAt, 0]);
    return outcome;
  }
}

function movedToPresent(write: Write, { errors, headers }: ApiError): Write | undefined {
  const presentMs = Date.parse(headers.get("date") ?? "");
  const isFuture = (pointer: string, instant: string) =>
    Date.parse(instant) > presentMs && errors.some((each) => each.pointer === pointer && each.code === "out_of_range");
  const present = () => new Date(presentMs).toISOString();
  if (write.kind === "start" && isFuture("/startedAt", write.timer.startedAt))
    return { ...write, timer: { ...write.timer, startedAt: present() } };
  if (write.kind === "stop" && isFuture("/endedAt", write.endedAt)) return { ...write, endedAt: present() };
  return undefined;
}

/**
 * Records the outcome. Updates the mirror before the queue: if the process is killed in between, the write is sent
 * again and gets the same reply.
 */
async function conclude({ connection, mirror, queue }: Place, key: string, outcome: Outcome): Promise<void> {
  await updateMirror(mirror, outcome, () => mirror.noteApplied(key, connection.clock.now()));
  queue.settle(key, outcome.ids);
}

async function updateMirror(mirror: Mirror, outcome: Outcome, note: () => void = () => undefined): Promise<void> {
  await mirror.transaction(() => {
    for (const entry of outcome.entries) mirror.put(toRecord(entry));
    for (const id of outcome.removed) mirror.remove(id);
    if (outcome.timer !== undefined) mirror.set("timer", JSON.stringify(outcome.timer));
    note();
  });
}
