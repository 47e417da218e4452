// Finds out who made a change that conflicts with the user's.
import { ApiError, type AuditEvent } from "@stint/sdk";
import type { Sending } from "./outcome.ts";

export const isDeletion = ({ action }: AuditEvent): boolean => action === "time_entry.deleted";

export const hasChanged =
  (names: readonly string[]) =>
  ({ changes }: AuditEvent): boolean =>
    changes.some(({ field }) => names.includes(field));

/** Returns the name of the person who made the latest change of this kind, for the beginning of a sentence. */
export async function nameOfChanger(
  id: string,
  { stint, userId }: Sending,
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
