import { ApiError, type Me, type Stint } from "@stint/sdk";
import { Conflict, entriesAsRead, isPassing, type Outcome, type Sender } from "@stint/offline/outcome.ts";
import { send } from "@stint/offline/send.ts";
import { stopFormer } from "@stint/offline/send-timer.ts";
import type { Mirror } from "#src/store/mirror.ts";
import type { Queue } from "#src/store/queue.ts";
import { toRecord } from "#src/store/records.ts";
import { fieldsOf } from "#src/store/view.ts";
import { type QueuedWrite, unblocked } from "#src/store/write.ts";
import type { Connection } from "./connection/client.ts";
import { explainConflict } from "./explain.ts";
import { TooOld } from "./connection/too-old.ts";
import { usualTask } from "@stint/grammar/choose-project.ts";

/** The assumed maximum difference between the clocks of the server and this machine. */
const driftMs = 300_000;

interface Place {
  connection: Connection;
  queue: Queue;
  mirror: Mirror;
  me: Me;
}

/**
 * Sends the queue in order. Returns how many writes were sent, and how many are now waiting for a decision. Throws a
 * transient error, so that a later run can continue from there.
 */
export async function sendQueue(place: Place) {
  const result = { sent: 0, held: 0 };
  for (;;) {
    const next = nextWrite(place.queue);
    if (next === undefined) return result;
    if (await sendNext(place, next)) result.sent++;
    else result.held++;
  }
}

/** Returns the first write to send. */
export const nextWrite = (queue: Queue): QueuedWrite | undefined => unblocked(queue.list(), queue.find)[0];

/** Sends a write. Returns false if the write is now waiting for a decision. */
async function sendNext(place: Place, { key, write, sentAtMs, session }: QueuedWrite): Promise<boolean> {
  const { queue, me } = place;
  const nowMs = serverNowMs(place);
  const firstMs = sentAtMs ?? nowMs;
  const before = sentAtMs === null ? undefined : { atMs: sentAtMs, session: session ?? me.key.id };
  const made = { at: new Date(firstMs - driftMs).toISOString() };
  const sender = senderOf(place, (moved) => void queue.markSent(key, moved, Math.floor(nowMs), me.key.id));
  if (!queue.markSent(key, write, Math.floor(nowMs), me.key.id)) return true;
  try {
    await conclude(place, key, await send({ key, write, made, before }, sender));
    return true;
  } catch (error) {
    if (error instanceof Conflict) {
      const [theirs = null] = Object.values(error.theirs);
      queue.hold(key, "conflict", await explainConflict(error, write, sender), theirs);
      return false;
    }
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    const former = write.kind === "startTimer" ? await stopFormer({ key, write, made, before }, sender) : undefined;
    if (former !== undefined) await updateMirror(place.mirror, former);
    const stopped = former === undefined ? "" : " The timer that ran before was stopped.";
    queue.hold(key, "refused", error.detail + stopped, null, former?.ids);
    return false;
  }
}

const serverNowMs = ({ connection: { clock } }: Place): number => clock.now() + (clock.skewMs ?? 0);

function senderOf(place: Place, onMoved: Sender["onMoved"]): Sender {
  const { queue, mirror, me, connection } = place;
  const { stint } = connection;
  const inMirror = (id: string) => {
    const entry = mirror.entry(id);
    return entry && { ...fieldsOf(entry), version: entry.version };
  };
  return {
    stint,
    userId: me.user.id,
    session: () => me.key.id,
    source: "cli",
    now: () => serverNowMs(place),
    find: queue.find,
    ...entriesAsRead(stint, inMirror),
    generalTask: (projectId, key) => generalTask(stint, projectId, key),
    onMoved,
  };
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

/** Returns the id of the project's task General. If the project has no such task, the server creates it. */
async function generalTask(stint: Stint, projectId: string, key: string): Promise<string> {
  const idempotencyKey = `${key}-${projectId}`;
  try {
    return (await stint.tasks.ensureGeneral(projectId, { idempotencyKey })).taskId;
  } catch (error) {
    if (!(error instanceof TooOld)) throw error;
  }
  // An older server lacks this operation, so choose or create a task here. Creating one may fail, because that server
  // does not let everyone create tasks.
  const tasks = await Array.fromAsync(stint.tasks.list(projectId));
  const found = usualTask(tasks) ?? tasks.find(({ status }) => status === "open");
  const body = { name: "General" };
  return (found ?? (await stint.tasks.create(projectId, body, { idempotencyKey: `${idempotencyKey}-task` }))).id;
}
