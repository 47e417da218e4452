import { noteOf } from "#device/notes.ts";
import { type Activity, endOfWork, withActivity } from "#time/activity.ts";
import { clock } from "#api/connection/client.ts";
import { parseNote } from "#state/drafts/use-note.ts";

/** Returns when the work on a timer started at `start` probably ended, judging by the activity on this device. */
export function findLastActivity(userId: string, start: number, now: number): number | undefined {
  const found = endOfWork(parseNote<Activity>(activityOf(userId).text()), start);
  return found === undefined || found >= now ? undefined : found;
}

/** Records on this device when the person was last active, to the minute. Returns a function that stops recording. */
export function followActivity(userId: string): () => void {
  const kept = activityOf(userId);
  let noted = 0;
  const note = () => {
    const now = clock.now();
    if (now - noted < 60_000) return;
    noted = now;
    kept.write(JSON.stringify(withActivity(parseNote<Activity>(kept.text()), now)));
  };
  note();
  const kinds = ["pointerdown", "keydown", "focus"] as const;
  for (const kind of kinds) addEventListener(kind, note, { passive: true, capture: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, note, { capture: true });
  };
}

/** Shared by all organizations, because work in another one isn't a break. */
function activityOf(userId: string) {
  return noteOf(userId, "", "activity");
}
