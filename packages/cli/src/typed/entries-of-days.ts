import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf, newEntries } from "#src/store/view.ts";

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays(
  { view, mirror, ...store }: Pick<Store, "view" | "mirror" | "zone">,
  { from, to }: Days,
  zone = store.zone,
): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  return entriesOf(view, mirror, fromMs, toMs);
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
