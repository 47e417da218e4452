import type { Write } from "#src/store/write.ts";
import type { Outcome, Sending } from "./outcome.ts";
import { create, remove, restore, update } from "./send-entry-write.ts";
import { changeTimer, discard, start, stop } from "./send-timer-write.ts";

/** Sends one write. Sending it again with the same key has no further effect. */
export async function sendWrite(write: Write, sending: Sending): Promise<Outcome> {
  switch (write.kind) {
    case "create":
      return await create(write, sending);
    case "update":
      return await update(write, sending);
    case "delete":
      return await remove(write, sending);
    case "restore":
      return await restore(write, sending);
    case "start":
      return await start(write, sending);
    case "stop":
      return await stop(write, sending);
    case "changeTimer":
      return await changeTimer(write, sending);
    case "discard":
      return await discard(write, sending);
  }
}
