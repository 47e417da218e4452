// Says who did what, for the user who has to decide.
import { ApiError, type AuditEvent } from "@stint/sdk";
import type { Conflict, Sender } from "@stint/offline/outcome.ts";
import { touched, type Write } from "@stint/offline/write.ts";

export async function explainConflict({ reason, theirs }: Conflict, write: Write, sender: Sender): Promise<string> {
  const [local = ""] = touched(write);
  const id = sender.find(local)?.id ?? local;
  switch (reason) {
    case "changed": {
      if (write.kind === "updateTimer") return "Someone else changed the same fields.";
      const names = Object.keys(theirs[id] ?? {});
      const who = await nameOfChanger(id, sender, ({ changes }) => changes.some(({ field }) => names.includes(field)));
      return `${who} changed ${write.kind === "delete" ? "this entry" : "the same fields"}.`;
    }
    case "deleted":
      return `${await nameOfChanger(id, sender, ({ action }) => action === "time_entry.deleted")} deleted this entry.`;
    case "laterTimer":
      return "Another timer was started later, elsewhere.";
    case "stopped":
      return "The timer was stopped elsewhere.";
    case "discarded":
      return "The timer was discarded elsewhere.";
    // Timers are told apart by their start, so only the user knows whether this is the same one.
    case "otherTimer":
      return "The timer's start was changed elsewhere, or another timer was started.";
  }
}

/** Returns the name of the person who made the latest change of this kind, for the beginning of a sentence. */
async function nameOfChanger(
  id: string,
  { stint, userId }: Sender,
  isIt: (event: AuditEvent) => boolean,
): Promise<string> {
  try {
    const { data } = await stint.timeEntries.listHistory(id);
    const actor = data.find(isIt)?.actor;
    return actor?.userId === userId ? "On another device, you" : (actor?.userName ?? "Someone");
  } catch (error) {
    // Report the conflict without a name if there is no history, as after an entry was deleted for good.
    if (error instanceof ApiError) return "Someone";
    throw error;
  }
}
