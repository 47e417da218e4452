// Describes entries and timers on one line.
import type { EntryFields, TimerFields } from "@stint/offline/write.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { dayName, duration, exactClock, workWords } from "#src/output/words.ts";
import type { Store } from "#src/store/store.ts";
import { placeName } from "#src/typed/names.ts";

/** Formats an entry as `Mon 2026-03-02 09:00-10:30 1:30 Website/Build Review #review`. */
export function entryLine(store: Store, entry: EntryFields): string {
  const day = dayName(dayOf(Date.parse(entry.startedAt), store.zone));
  return `${day} ${spanText(store, entry)} ${duration(entry.durationSeconds)} ${workText(store, entry)}`;
}

/** `09:00-10:30`. */
export function spanText({ zone }: Store, { startedAt, durationSeconds }: EntryFields): string {
  const startMs = Date.parse(startedAt);
  return `${exactClock(startMs, zone)}-${exactClock(startMs + durationSeconds * 1000, zone)}`;
}

/** Formats what was done as `Website/Build Review #review`. */
export const workText = (store: Store, work: Omit<TimerFields, "startedAt">): string =>
  `${placeName(store, work)} ${workWords(work)}`.trimEnd();
