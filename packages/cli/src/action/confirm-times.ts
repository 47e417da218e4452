import { type DoubtfulIf, doubtOf } from "@stint/grammar/doubtful-time.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { Context } from "#src/context/context.ts";
import { duration } from "#src/output/words.ts";
import { entryLine } from "#src/shown/entry-line.ts";
import type { Store } from "#src/store/store.ts";
import { confirm } from "./confirm.ts";

/** Asks about the first entry whose time is probably mistyped. */
export async function confirmTimes(
  context: Context,
  store: Store,
  entries: readonly EntryFields[],
  { yes, dryRun }: { yes: boolean; dryRun: boolean },
  known: DoubtfulIf = {},
): Promise<void> {
  const doubtful = entries.find((entry) => doubtOf(entry, store.zone, known) !== undefined);
  if (dryRun || doubtful === undefined) return;
  const isOvernight = doubtOf(doubtful, store.zone, known) === "overnight";
  const what = isOvernight ? "That ends on the next day" : `That is ${duration(doubtful.durationSeconds)}`;
  await confirm(context, `${what}: ${entryLine(store, doubtful)}\nIs this right?`, yes);
}
