import type { KnownNames } from "@stint/grammar/choose-project.ts";
import type { DayItem } from "@stint/grammar/parse-day-line.ts";
import { type Placed, placeItems } from "@stint/grammar/place-items.ts";
import { type NewEntry, newLocalId, type TimerFields } from "@stint/offline/write.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { entriesOfDays } from "#src/store/view.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { notSkipped } from "./instants.ts";
import { choices, choosePlace, demandClear, unknownProject, usualPlace } from "./names.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";

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

/** What a timer or an entry is for. */
export type Work = Omit<TimerFields, "startedAt">;

/** What options add to a text. */
export interface More {
  tag?: readonly string[];
  billable?: boolean;
}

/** Reads `@project/task #tag text`. */
export function readWork(store: Store, typed: string, { tag = [], billable }: More = {}): Work {
  const { tags, ...described } = parseDescription(typed);
  return { ...choosePlace(store, described), tags: [...new Set([...tags, ...tag])], billable: billable ?? null };
}

/** Returns the work of an entry, so that a timer can go on with it. */
export function workOf(store: Store, entry: Entry, { tag = [], billable = entry.billable }: More): Work {
  // Choose the project and task again, because they may have been closed since.
  const { projectId, taskId } = choosePlace(store, { project: undefined, description: "" }, entry);
  return { projectId, taskId, description: entry.description, tags: [...new Set([...entry.tags, ...tag])], billable };
}
