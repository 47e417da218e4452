import { AuthenticationError } from "@stint/sdk";
import type { ViewStore } from "#state/tracking/view-store.ts";
import type { Deps as SendDeps } from "./send-queued.ts";
import type { Queued } from "./write.ts";

interface Deps extends SendDeps {
  view: ViewStore;
  /** Resolves after `ms` milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** Sending is not needed for the first screen. Loaded ahead, so that a device that goes offline later has it. */
export const loadSending = () => import("./send-queued.ts").then(({ sendQueued }) => sendQueued);

/** Sends the queued writes in order, one at a time, until none is left to send. */
export function createSender({ view, pause, ...deps }: Deps) {
  const { server, queue, saver } = deps;
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
      const sendQueued = await loadSending();
      const refusal = await sendQueued(next, isRepeated, deps);
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

  return {
    send,
    /** Stops after the write that is being sent. */
    stop(): void {
      isStopped = true;
    },
  };
}
