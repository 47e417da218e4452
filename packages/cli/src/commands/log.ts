import { text as readText } from "node:stream/consumers";
import { type DayItem, parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { longestSeconds, placeItems, type Placed } from "@stint/grammar/place-items.ts";
import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { dayName, duration, exactClock, hashed, plural } from "#src/output/words.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf, latestEnd } from "#src/store/view.ts";
import { type EntryFields, newLocalId } from "@stint/offline/write.ts";
import { dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import { notSkipped, readTypedDay } from "#src/typed/instants.ts";
import { choices, namesById, placeName, unknownProject } from "#src/typed/names.ts";
import { act, type WriteFlags } from "./act.ts";
import { confirm } from "./confirm.ts";
import { openData } from "./open-fresh.ts";

export interface LogFlags extends WriteFlags {
  yes: boolean;
  day?: string;
  tag?: readonly string[];
  ref?: string;
  billable?: boolean;
}

export async function log(this: Context, flags: LogFlags, ...words: string[]): Promise<void> {
  using store = await openData(this);
  const joined = words.join(" ");
  const typed = joined === "-" ? await readText(this.process.stdin) : joined;
  const day = flags.day === undefined ? store.today : readTypedDay(flags.day, store.today);
  const items = parseDayLine(typed, store.today, day);
  if (items.length === 0) throw wrongInput("Log what?", 'For example: stint log "9-10:30 @website billing review"');
  if (flags.ref !== undefined && items.length > 1) throw wrongInput("--ref is for one entry only.");
  const entries = placeTyped(store, items, flags).map((fields) => ({ localId: newLocalId(), ...fields }));
  await confirmLong(this, store, entries, flags);
  await act(this, store, { label: labelOf(store, entries), writes: [{ kind: "create", entries }] }, flags);
}

/** Asks about entries that are so long that their times are probably mistyped. */
export async function confirmLong(
  context: Context,
  store: Store,
  entries: readonly EntryFields[],
  { yes, dryRun }: Pick<LogFlags, "yes" | "dryRun">,
): Promise<void> {
  const long = entries.find(({ durationSeconds }) => durationSeconds > longestSeconds);
  if (long === undefined || dryRun) return;
  const line = entryLine(long, namesById(store.names()), store.zone);
  await confirm(context, `That is ${duration(long.durationSeconds)}: ${line}\nIs this right?`, yes);
}

/**
 * Returns the fields of the entries that the user typed. An entry without a start begins when the previous item ends,
 * or else when the day's last entry ends.
 */
export function placeTyped(
  store: Store,
  items: readonly DayItem[],
  { without = new Set(), ...more }: More & { without?: ReadonlySet<string> },
): EntryFields[] {
  const placed = placeItems(items, {
    ...choices(store),
    zone: store.zone,
    endOfDay(on) {
      const { fromMs, toMs } = rangeOfDays(on, on, store.zone);
      return latestEnd(entriesOf(store.view, store.mirror, fromMs, toMs).filter(({ id }) => !without.has(id)));
    },
    today: store.today,
    nowMs: store.nowMs,
  });
  return placed.map((each) => toFields(store, each, more));
}

type More = Pick<LogFlags, "tag" | "ref" | "billable">;

function toFields(store: Store, placed: Placed, { tag = [], ref, billable }: More): EntryFields {
  const { item, inherited, entry, missing } = placed;
  if (entry !== undefined) {
    const tags = [...new Set([...entry.tags, ...tag])];
    return { ...entry, tags, billable: billable ?? null, externalRef: ref ?? null };
  }
  if (missing === "time") throw wrongInput(`"${item.typed}" has no time.`, "Write 9-10:30, 9:15 45m, or 45m.");
  if (missing === "skipped") notSkipped(undefined, item.typed);
  throw unknownProject(item.project ?? inherited, store.names().projects);
}

function labelOf(store: Store, entries: readonly EntryFields[]): string {
  const names = namesById(store.names());
  const lines = entries.map((entry) => entryLine(entry, names, store.zone));
  const total = entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const head =
    entries.length === 1 ? "Logged" : `Logged ${plural(entries.length, "entry", "entries")}, ${duration(total)}:`;
  return entries.length === 1 ? `${head} ${lines[0]}` : [head, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Formats an entry as `Mon 2026-03-02 09:00-10:30 1:30 Website/Build Review #review`. */
export function entryLine(entry: EntryFields, names: ReadonlyMap<string, string>, zone: string): string {
  const startMs = Date.parse(entry.startedAt);
  const endMs = startMs + entry.durationSeconds * 1000;
  const parts = [
    dayName(dayOf(startMs, zone)),
    `${exactClock(startMs, zone)}-${exactClock(endMs, zone)}`,
    duration(entry.durationSeconds),
    placeName(names, entry.projectId, entry.taskId),
    oneLine(entry.description),
    oneLine(hashed(entry.tags)),
  ];
  return parts.filter((part) => part !== "").join(" ");
}
