// The entries of whole days.
import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import type { Entry } from "./records.ts";
import type { Store } from "./store.ts";
import { entriesOf, newEntries, runningEntry } from "./view.ts";

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays(store: Store, { from, to }: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, store.zone);
  return entriesOf(store, fromMs, toMs);
}

/** Returns the entries and the running timer, if they start on these days, earliest first. */
export function trackedOnDays(store: Store, days: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(days.from, days.to, store.zone);
  const running = [runningEntry(store) ?? []].flat().filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs);
  return [...entriesOfDays(store, days), ...running].toSorted((left, right) => left.startedMs - right.startedMs);
}

/** Returns the new entries on these days that the server refused, each with the number of its write. */
export function refusedOfDays({ view, mirror, zone }: Store, { from, to }: Days): { seq: number; entry: Entry }[] {
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
export const todaySeconds = (store: Store): number =>
  secondsOf(trackedOnDays(store, { from: store.today, to: store.today }));
