import { ApiError, AuthenticationError, ConnectionError, type Stint } from "@stint/sdk";
import { brokenRules } from "#api/entry-rule.ts";
import type { createEventGate } from "./event-gate.ts";
import { findDone, isKeyValid } from "./find-done.ts";
import type { Saver } from "./saver.ts";
import { stopFormer } from "./send-timer.ts";
import { sendWrite } from "./send-write.ts";
import { Conflict, isPassing, type Known, type Outcome } from "./sending.ts";
import type { ServerState } from "./server-state.ts";
import type { ViewStore } from "./view-store.ts";
import { type Queued, resolved } from "./write.ts";
import type { WriteQueue } from "./write-queue.ts";

interface Deps {
  stint: Stint;
  server: ServerState;
  queue: WriteQueue;
  view: ViewStore;
  saver: Saver;
  events: ReturnType<typeof createEventGate>;
  now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** Sends the queued writes in order, one at a time, until none is left to send. */
export function createSender({ stint, server, queue, view, saver, events, now, pause }: Deps) {
  const known: Known = {
    idOf: queue.idOf,
    entry: server.entries.get,
    isMadeHere: queue.isMadeHere,
    refresh: server.readChanges,
    now,
  };
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
        const answer = await events.holdDuring(() => sendOne(next));
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
    queue.replace(key, { ...next, status: "sending" });
    try {
      const ready = { ...next, write: resolved(next, queue.idOf) };
      const outcome = (await findLost(ready)) ?? (await sendWrite(stint, ready, known));
      server.settle(outcome);
      queue.confirm(key, outcome.ids);
      view.setOnline(true);
    } catch (failure) {
      const { unsent, error } = await endFormer(next, failure);
      queue.replace(key, unsent);
      if (unsent.status === "waiting") {
        const isSessionOver = error instanceof AuthenticationError;
        view.setOnline(isSessionOver);
        view.update();
        return isSessionOver ? "sessionOver" : "unreached";
      }
    }
    view.update();
    await Promise.all([saver.saveQueue(), saver.saveServerState()]);
    return "settled";
  }

  /**
   * After a refused start, stops the timer that the start would have stopped. If the stop can't be sent, the start
   * waits and is sent again.
   */
  async function endFormer(next: Queued, error: unknown): Promise<{ unsent: Queued; error: unknown }> {
    const unsent = afterError(next, error);
    if (unsent.status !== "failed") return { unsent, error };
    try {
      const outcome = await stopFormer(stint, next, known);
      if (outcome !== undefined) {
        server.settle(outcome);
        queue.noteIds(outcome.ids);
      }
      return { unsent, error };
    } catch (passing) {
      return { unsent: afterError(next, passing), error: passing };
    }
  }

  /** Finds the outcome of a write that may already have been applied and whose Idempotency-Key has expired. */
  async function findLost(next: Queued): Promise<Outcome | undefined> {
    if (!queue.noteSending(next.key)) return undefined;
    const { key } = await stint.me.get();
    return isKeyValid(next, key.id, now()) ? undefined : await findDone(stint, next, known);
  }

  return {
    send,
    /** Stops after the write that is being sent. */
    stop(): void {
      isStopped = true;
    },
  };
}

/** Returns the queued write with the status that follows from a failed attempt. */
function afterError(next: Queued, error: unknown): Queued {
  if (error instanceof Conflict) return { ...next, status: "conflict", theirs: error.theirs };
  if (error instanceof ConnectionError || isPassing(error)) return { ...next, status: "waiting" };
  const message = error instanceof ApiError ? error.detail : String(error);
  const { code, errors } = error instanceof ApiError ? error : { code: undefined, errors: [] };
  return { ...next, status: "failed", error: message, code, errors, rules: brokenRules(error) };
}
