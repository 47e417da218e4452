import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf, runningEntry } from "#src/store/view.ts";

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays(
  { view, mirror, ...store }: Pick<Store, "view" | "mirror" | "zone">,
  { from, to }: Days,
  zone = store.zone,
): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  return entriesOf(view, mirror, fromMs, toMs);
}

/** Returns the entries and the running timer, if they start on these days, earliest first. */
export function trackedOnDays(store: Store, days: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(days.from, days.to, store.zone);
  const running = [runningEntry(store) ?? []].flat().filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs);
  return [...entriesOfDays(store, days), ...running].toSorted((left, right) => left.startedMs - right.startedMs);
}
