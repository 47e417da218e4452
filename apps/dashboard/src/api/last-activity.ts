import { type Activity, endOfWork, withActivity } from "#time/activity.ts";
import { clock } from "./client.ts";

const keptFor = "stint-activity";

/** The instant at which the work on a timer that began at `start` may have ended, as far as this device knows. */
export function findLastActivity(start: number, now: number): number | undefined {
  const found = endOfWork(read(), start);
  return found === undefined || found >= now ? undefined : found;
}

/** Remembers on this device when the person does something, to the minute; returns what ends that. */
export function followActivity(): () => void {
  let noted = 0;
  const note = () => {
    const now = clock.now();
    if (now - noted < 60_000) return;
    noted = now;
    try {
      localStorage.setItem(keptFor, JSON.stringify(withActivity(read(), now)));
    } catch {
      // If the browser keeps nothing, no end is suggested.
    }
  };
  note();
  const kinds = ["pointerdown", "keydown", "focus"] as const;
  for (const kind of kinds) addEventListener(kind, note, { passive: true, capture: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, note, { capture: true });
  };
}

function read(): Activity | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keptFor) ?? "null") as Activity | null) ?? undefined;
  } catch {
    return undefined;
  }
}
