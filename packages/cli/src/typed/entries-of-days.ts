import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf } from "#src/store/view.ts";

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays(
  { view, mirror, ...store }: Pick<Store, "view" | "mirror" | "zone">,
  { from, to }: Days,
  zone = store.zone,
): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  return entriesOf(view, mirror, fromMs, toMs);
}
