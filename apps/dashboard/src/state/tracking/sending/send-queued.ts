import { ApiError, type Stint } from "@stint/sdk";
import { Conflict, isPassing, type Outcome, type Sender, type Sent } from "@stint/offline/outcome.ts";
import { send } from "@stint/offline/send.ts";
import { lateMs, stopFormer } from "@stint/offline/send-timer.ts";
import type { Write } from "@stint/offline/write.ts";
import { brokenRules } from "#api/entry-rule.ts";
import type { Saver } from "./saver.ts";
import type { ServerState } from "#state/tracking/server-state.ts";
import type { Queued } from "./write.ts";
import type { WriteQueue } from "./write-queue.ts";

export interface Deps {
  stint: Stint;
  userId: string;
  server: ServerState;
  queue: WriteQueue;
  saver: Saver;
  now: () => number;
}

type Refusal = Pick<Queued, "status" | "theirs" | "error" | "errors" | "code" | "rules">;

/**
 * Sends one write of the queue and settles its outcome. Returns the refusal if the server refuses it. Throws errors that
 * a retry can overcome.
 */
export async function sendQueued(next: Queued, isRepeated: boolean, deps: Deps): Promise<Refusal | undefined> {
  const { server, queue } = deps;
  const { key, made, write, lateReason } = next;
  const before = isRepeated ? { atMs: Date.parse(made.at), session: made.session } : undefined;
  const sent: Sent = { key, made, write, lateReason, before };
  const sender = toSender(key, deps);
  const settle = (outcome: Outcome) => {
    server.settle(outcome);
    queue.noteIds(outcome.ids);
    queue.remove(key);
    return undefined;
  };
  try {
    return settle(await send({ ...sent, write: withoutQuestions(write) }, sender));
  } catch (error) {
    if (isPassing(error)) throw error;
    const ended = error instanceof Conflict ? endedElsewhere(write, error) : undefined;
    if (ended !== undefined) return settle(ended);
    const refusal = refusalOf(error);
    if (refusal.status === "failed" && write.kind === "startTimer" && leavesFormer(next, deps.now())) {
      const former = await stopFormer({ ...sent, write }, sender);
      if (former !== undefined) {
        server.settle(former);
        queue.noteIds(former.ids);
      }
    }
    return refusal;
  }
}

function toSender(key: string, { stint, userId, server, queue, saver, now }: Deps): Sender {
  return {
    stint,
    userId,
    session: async () => (await stint.me.get()).key.id,
    now,
    find: queue.find,
    entry: server.entries.get,
    refresh: server.readChanges,
    generalTask: async (projectId, idempotencyKey) =>
      (await stint.tasks.ensureGeneral(projectId, { idempotencyKey: `${idempotencyKey}-${projectId}` })).taskId,
    onMoved(moved) {
      queue.change(key, { write: moved });
      return saver.saveQueue();
    },
  };
}

/**
 * Whether the person has left the former timer although the start was refused. If the refusal came at once, the person
 * has seen that the timer still runs, so it keeps running.
 */
function leavesFormer({ made, isRetried }: Queued, now: number): boolean {
  return made.timerStartedAt !== undefined && isRetried !== true && now - Date.parse(made.at) > lateMs;
}

/** The bar shows only the timer's own values, so a change overwrites those of others without asking. */
function withoutQuestions(write: Write): Write {
  return write.kind === "updateTimer" ? { ...write, seen: {} } : write;
}

/** A timer that has ended elsewhere needs no stop and no discarding. */
function endedElsewhere(write: Write, { theirs, running = null }: Conflict): Outcome | undefined {
  if (write.kind === "discardTimer") return { entries: [], removed: [], timer: running, ids: [] };
  const { entry } = theirs as { entry?: Outcome["entries"][number] };
  if (write.kind !== "stopTimer" || entry === undefined) return undefined;
  return { entries: [entry], removed: [], timer: running, ids: [[write.localId, entry.id, 0]] };
}

function refusalOf(error: unknown): Refusal {
  // The server has explained a conflict that has a cause.
  if (error instanceof Conflict && error.cause === undefined) return { status: "conflict", theirs: error.theirs };
  const refusal = error instanceof Conflict ? error.cause : error;
  const message = refusal instanceof ApiError ? refusal.detail : String(refusal);
  const { code, errors } = refusal instanceof ApiError ? refusal : { code: undefined, errors: [] };
  return { status: "failed", error: message, code, errors, rules: brokenRules(refusal) };
}
