import { ApiError, AuthenticationError, type Stint } from "@stint/sdk";
import { Conflict, isPassing, type Outcome, type Sender, type Sent } from "@stint/offline/outcome.ts";
import type { Write } from "@stint/offline/write.ts";
import { brokenRules } from "#api/entry-rule.ts";
import type { Saver } from "./saver.ts";
import type { ServerState } from "#state/tracking/server-state.ts";
import type { ViewStore } from "#state/tracking/view-store.ts";
import type { Queued } from "./write.ts";
import type { WriteQueue } from "./write-queue.ts";

interface Deps {
  stint: Stint;
  userId: string;
  server: ServerState;
  queue: WriteQueue;
  view: ViewStore;
  saver: Saver;
  now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** Sending is not needed for the first screen. Loaded ahead, so that a device that goes offline later has it. */
export async function loadSending() {
  const [{ send }, timer] = await Promise.all([
    import("@stint/offline/send.ts"),
    import("@stint/offline/send-timer.ts"),
  ]);
  return { sendWrite: send, ...timer };
}

type Sending = Awaited<ReturnType<typeof loadSending>>;

/** Sends the queued writes in order, one at a time, until none is left to send. */
export function createSender({ stint, userId, server, queue, view, saver, now, pause }: Deps) {
  let isSending = false;
  let isStopped = false;

  async function send(): Promise<void> {
    if (isSending || isStopped) return;
    isSending = true;
    let waitMs = 1000;
    try {
      for (;;) {
        const next = queue.next();
        if (next === undefined || isStopped) return;
        const answer = await server.delayEvents(() => sendOne(next));
        // Sending resumes when the person signs in again or makes another write.
        if (answer === "sessionOver") return;
        waitMs = answer === "settled" ? 1000 : Math.min(waitMs * 2, 30_000);
        if (answer !== "unreached") continue;
        await pause(waitMs);
        if (!view.get().isQueueKept) await saver.saveQueue();
      }
    } finally {
      isSending = false;
    }
  }

  /** Sends one write. If the result isn't "settled", the write stays queued. */
  async function sendOne(next: Queued): Promise<"settled" | "unreached" | "sessionOver"> {
    const { key } = next;
    const isRepeated = queue.noteSending(key);
    queue.change(key, { status: "sending" });
    try {
      const refusal = await attempt(next, isRepeated, await loadSending());
      if (refusal !== undefined) queue.change(key, refusal);
      else view.setOnline(true);
    } catch (error) {
      // The write stays in the queue and is sent again.
      const isSessionOver = error instanceof AuthenticationError;
      queue.change(key, { status: "waiting" });
      view.setOnline(isSessionOver);
      view.update();
      return isSessionOver ? "sessionOver" : "unreached";
    }
    view.update();
    await Promise.all([saver.saveQueue(), saver.saveServerState()]);
    return "settled";
  }

  /** Sends a write. Returns the refusal if the server refuses it. Throws errors that a retry can overcome. */
  async function attempt(
    next: Queued,
    isRepeated: boolean,
    { sendWrite, stopFormer, lateMs }: Sending,
  ): Promise<Refusal | undefined> {
    const { key, made, write, lateReason } = next;
    const before = isRepeated ? { atMs: Date.parse(made.at), session: made.session } : undefined;
    const sent: Sent = { key, made, write, lateReason, before };
    const sender: Sender = {
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
    const settle = (outcome: Outcome) => {
      server.settle(outcome);
      queue.confirm(key, outcome);
      return undefined;
    };
    try {
      return settle(await sendWrite({ ...sent, write: withoutQuestions(write) }, sender));
    } catch (error) {
      if (isPassing(error)) throw error;
      const ended = error instanceof Conflict ? endedElsewhere(write, error) : undefined;
      if (ended !== undefined) return settle(ended);
      const refusal = refusalOf(error);
      if (refusal.status === "failed" && write.kind === "startTimer" && leavesFormer(next, lateMs)) {
        const former = await stopFormer({ ...sent, write }, sender);
        if (former !== undefined) {
          server.settle(former);
          queue.noteIds(former.ids);
        }
      }
      return refusal;
    }
  }

  /**
   * Whether the person has left the former timer although the start was refused. If the refusal came at once, the person
   * has seen that the timer still runs, so it keeps running.
   */
  function leavesFormer({ made, isRetried }: Queued, lateMs: number): boolean {
    return made.timerStartedAt !== undefined && isRetried !== true && now() - Date.parse(made.at) > lateMs;
  }

  return {
    send,
    /** Stops after the write that is being sent. */
    stop(): void {
      isStopped = true;
    },
  };
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

type Refusal = Pick<Queued, "status" | "theirs" | "error" | "errors" | "code" | "rules">;

function refusalOf(error: unknown): Refusal {
  // The server has explained a conflict that has a cause.
  if (error instanceof Conflict && error.cause === undefined) return { status: "conflict", theirs: error.theirs };
  const refusal = error instanceof Conflict ? error.cause : error;
  const message = refusal instanceof ApiError ? refusal.detail : String(refusal);
  const { code, errors } = refusal instanceof ApiError ? refusal : { code: undefined, errors: [] };
  return { status: "failed", error: message, code, errors, rules: brokenRules(refusal) };
}
