import type { KnownNames } from "@stint/grammar/choose-project.ts";
import type { DayItem } from "@stint/grammar/parse-day-line.ts";
import { placeItems, type Placed } from "@stint/grammar/place-items.ts";
import { type NewEntry, newLocalId } from "@stint/offline/write.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { entriesOfDays } from "#src/store/days.ts";
import { endMs } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import type { More } from "./work.ts";
import { notSkipped } from "./instants.ts";
import { choices, demandClear, unknownProject, usualPlace } from "./names.ts";

type Options = More & { ref?: string };

/**
 * Returns the entries that the user typed. An entry without a start begins when the previous item ends, or else when
 * the day's last entry ends.
 */
export function placeTyped(
  store: Store,
  items: readonly DayItem[],
  { without = new Set(), ...more }: Options & { without?: ReadonlySet<string> },
): NewEntry[] {
  const { zone, today, nowMs } = store;
  const endOfDay = (on: string) => {
    const left = entriesOfDays(store, { from: on, to: on }).filter(({ id }) => !without.has(id));
    return left.length === 0 ? undefined : Math.max(...left.map(endMs));
  };
  const names = choices(store, items.every(({ project }) => project !== undefined) ? undefined : usualPlace(store));
  const placed = placeItems(items, { ...names, zone, today, nowMs, endOfDay });
  return placed.map((each) => toEntry(names, each, more));
}

function toEntry(names: KnownNames, placed: Placed, { tag = [], ref, billable }: Options): NewEntry {
  const { item, inherited, places, entry, missing } = placed;
  if (entry !== undefined) {
    demandClear(places, names, item.project);
    const tags = [...new Set([...entry.tags, ...tag])];
    return { localId: newLocalId(), ...entry, tags, billable: billable ?? null, externalRef: ref ?? null };
  }
  if (missing === "time") throw wrongInput(`"${item.typed}" has no time.`, "Write 9-10:30, 9:15 45m, or 45m.");
  if (missing === "skipped") notSkipped(undefined, item.typed);
  throw unknownProject(item.project ?? inherited, names.projects);
}
