import { text as readText } from "node:stream/consumers";
import { hourMs } from "@stint/grammar/days.ts";
import { type DayItem, parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { plural } from "@stint/grammar/plural.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { act } from "#src/action/act.ts";
import { confirmTimes } from "#src/action/confirm.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, note } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { duration } from "#src/output/words.ts";
import { entryLine, spanText } from "#src/shown/entry-line.ts";
import type { Store } from "#src/store/store.ts";
import { readTypedDay } from "#src/typed/instants.ts";
import { placeTyped } from "#src/typed/place-typed.ts";

export async function log(this: Context, flags: Flags<"log">, ...words: string[]): Promise<void> {
  using store = await openData(this);
  const joined = words.join(" ");
  const typed = joined === "-" ? await readText(this.process.stdin) : joined;
  const day = flags.day === undefined ? store.today : readTypedDay(flags.day, store.today);
  const items = parseDayLine(typed, store.today, day);
  if (items.length === 0) throw wrongInput("Log what?", 'For example: stint log "9-10:30 @website billing review"');
  if (flags.ref !== undefined && items.length > 1) throw wrongInput("--ref is for one entry only.");
  const entries = placeTyped(store, items, flags);
  await confirmTimes(this, store, entries, flags);
  noteLoneTimes(this, store, items, entries);
  await act(this, store, { label: labelOf(store, entries), writes: [{ kind: "create", entries }] }, flags);
}

/** From this length on, a lone `9:00` was probably meant as a time of day. */
const doubtfulSeconds = (5 * hourMs) / 1000;

/** Says how a lone `9:00` was read, which is a duration, as in every field of the dashboard. */
function noteLoneTimes(context: Context, store: Store, items: readonly DayItem[], entries: readonly EntryFields[]) {
  for (const [at, entry] of entries.entries()) {
    const { typed = "", typedDay = "", start } = items[at] ?? {};
    const [time] = /^\d{1,2}:\d\d(?=\s|$)/.exec(typed.slice(typedDay.length)) ?? [];
    if (time === undefined || start !== undefined || entry.durationSeconds < doubtfulSeconds) continue;
    note(context, `"${time}" is a duration: ${spanText(store, entry)}. If you mean when you began, write ${time}-END.`);
  }
}

function labelOf(store: Store, entries: readonly EntryFields[]): string {
  const lines = entries.map((entry) => entryLine(store, entry));
  if (lines.length === 1) return `Logged ${lines[0]}`;
  const total = duration(entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0));
  const head = `Logged ${plural(entries.length, "entry", "entries")}, ${total}:`;
  return [head, ...lines.map((line) => `  ${line}`)].join("\n");
}
