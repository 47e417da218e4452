// The entries of whole days.
import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import type { Entry } from "./records.ts";
import { entriesOf, newEntries, runningEntry, type Viewed } from "./view.ts";

type Zoned = Omit<Viewed, "nowMs"> & { zone: string };

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays({ view, mirror, ...store }: Zoned, { from, to }: Days, zone = store.zone): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  return entriesOf(view, mirror, fromMs, toMs);
}

/** Returns the entries and the running timer, if they start on these days, earliest first. */
export function trackedOnDays(store: Viewed & Zoned, days: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(days.from, days.to, store.zone);
  const running = [runningEntry(store) ?? []].flat().filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs);
  return [...entriesOfDays(store, days), ...running].toSorted((left, right) => left.startedMs - right.startedMs);
}

/** Returns the new entries on these days that the server refused, each with the number of its write. */
export function refusedOfDays({ view, mirror, zone }: Zoned, { from, to }: Days): { seq: number; entry: Entry }[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  const isInRange = ({ startedMs }: Entry) => startedMs >= fromMs && startedMs < toMs;
  return view.held.flatMap(({ seq, write }) =>
    write.kind === "create"
      ? newEntries(mirror, write)
          .filter(isInRange)
          .map((entry) => ({ seq, entry }))
      : [],
  );
}

export const secondsOf = (entries: readonly { seconds: number }[]): number =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0);

/** Sums the seconds of the entries and the timer that started today. */
export const todaySeconds = (store: Zoned & { today: string }, nowMs: number): number =>
  secondsOf(trackedOnDays({ ...store, nowMs }, { from: store.today, to: store.today }));
