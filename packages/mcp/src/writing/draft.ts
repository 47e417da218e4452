import { startOfNext } from "@stint/grammar/place-items.ts";
import { dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import type { TimeEntry } from "@stint/sdk";
import { findPerson } from "#src/names/find.ts";
import { createPlaceFinder, orProblem } from "./find-place.ts";
import { readLength, readOneDay, readStart } from "#src/names/periods.ts";
import { labelFields, object, placeFields, text, type ValueOf } from "#src/protocol/schema.ts";
import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean } from "#src/text/mark.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import { localTime } from "#src/names/entry-lines.ts";
import { longestEntryMs, minuteMs } from "@stint/grammar/days.ts";

/** An entry as agents write it, in the person's time zone. */
export const typedEntry = object(
  {
    day: text("The day; today by default.", "yesterday", "2026-03-02"),
    start: text("When it began; by default when the previous entry ends, or at 09:00.", "9:15"),
    end: text("When it ended; alternatively, send duration.", "10:45"),
    duration: text("How long it took; alternatively, send end.", "1:30", "90m"),
    ...placeFields,
    description: text("What was done.", "Landing page"),
    ...labelFields,
  },
  [],
  { examples: [{ start: "9:15", end: "10:45", project: "Website" }] },
);
export type TypedEntry = ValueOf<typeof typedEntry>;

/** A draft's result for one entry: the proposed write, or the problem that prevents it. */
export type Drafted = Awaited<ReturnType<typeof draft>>["drafted"][number];

/**
 * Drafts the entries: finds the objects that they refer to and computes their instants. Processes them in order,
 * because an entry may begin where the previous one ends.
 */
export async function draft(
  context: ToolContext,
  entries: readonly TypedEntry[],
  { day: first, person = "me", isText = false }: { day?: string; person?: string | undefined; isText?: boolean },
) {
  const { id: userId } = await findPerson(context, person);
  const findPlace = createPlaceFinder(context, isText);
  const usualDay = first === undefined ? context.today : readOneDay(context, first);
  const days = entries.map(({ day }) => (day === undefined ? usualDay : readOneDay(context, day)));
  const existing = await readExisting(context, userId, days);
  const ends = new Map<string, number>();
  const items = entries.map((typed, at) => ({
    day: days[at] ?? usualDay,
    start: typed.start ?? typed.end,
    seconds: typed.end === undefined ? readLength(context, typed, usualDay, 0) : undefined,
  }));
  const drafted = [];
  for (const [at, typed] of entries.entries()) {
    const day = days[at] ?? usualDay;
    const startMs =
      typed.start === undefined
        ? (startOfNext(items.slice(at), ends, { ...context, endOfDay: endIn(existing, context.zone) }) ?? 0)
        : readStart(context, day, typed.start, { end: typed.end });
    const seconds = readLength(context, typed, day, startMs) ?? 0;
    if (seconds > 0) ends.set(day, wholeMinute(startMs + seconds * 1000));
    const found = seconds > 0 ? await orProblem(findPlace(typed)) : new ToolError(noDuration);
    const [place, problem] = found instanceof ToolError ? [undefined, found.message] : [found, undefined];
    /** The entry as it will be sent to the API. */
    const resolved = place && {
      projectId: place.project.id,
      taskId: place.task.id,
      startedAt: new Date(startMs).toISOString(),
      durationSeconds: seconds,
      description: clean(place.description, 20_000),
      tags: (typed.tags ?? []).map((tag) => clean(tag, 200)),
      billable: typed.billable ?? null,
      userId,
    };
    const project = place === undefined ? clean(typed.project ?? "", 200) : clean(place.said);
    const task = place === undefined ? clean(typed.task ?? "", 200) : clean(place.task.name);
    drafted.push({ typed, day, startMs, seconds, resolved, project, task, problem });
  }
  return { drafted, existing, userId };
}

const noDuration = "The entry has no duration: send duration, or start and end.";

/** Finds the end of a day's last entry, as a whole minute: a draft shows no seconds, and is read back from what it shows. */
const endIn = (existing: readonly TimeEntry[], zone: string) => (day: string) => {
  const ends = existing.filter(({ startedAt }) => dayOf(Date.parse(startedAt), zone) === day);
  return ends.length === 0 ? undefined : wholeMinute(Math.max(...ends.map(({ endedAt }) => Date.parse(endedAt))));
};

const wholeMinute = (ms: number): number => Math.ceil(ms / minuteMs) * minuteMs;

/** Returns the person's entries that can overlap these days. */
async function readExisting({ stint, zone }: ToolContext, userId: string, days: string[]): Promise<TimeEntry[]> {
  if (days.length === 0) return [];
  const sorted = days.toSorted();
  const { fromMs, toMs } = rangeOfDays(sorted[0] ?? "", sorted.at(-1) ?? "", zone);
  const found: TimeEntry[] = [];
  // Entries that began on an earlier day can last into the first day.
  const range = { from: new Date(fromMs - longestEntryMs), to: new Date(toMs) };
  for await (const entry of stint.timeEntries.list({ userId, ...range })) {
    found.push(entry);
    if (found.length >= 1000) break;
  }
  return found;
}

/** Returns the entry with every field set, so that it can be sent to `apply_draft` unchanged. */
export function sayWhole(
  { typed, day, startMs, seconds, resolved, project, task }: Drafted,
  context: ToolContext,
): TypedEntry {
  if (resolved === undefined) {
    const said = Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === "string" ? clean(value, 500) : value,
    ]);
    return { ...Object.fromEntries(said), ...(typed.tags && { tags: typed.tags.map((tag) => clean(tag, 200)) }), day };
  }
  return {
    day,
    start: startText(context, day, startMs),
    duration: exactDuration(seconds),
    project,
    ...(typed.client === undefined ? {} : { client: clean(typed.client, 1000) }),
    task,
    description: resolved.description,
    ...(resolved.tags.length === 0 ? {} : { tags: resolved.tags }),
    ...(resolved.billable === null ? {} : { billable: resolved.billable }),
  };
}

/** Formats the start as a clock time or, if clocks go back and show it a second time, as an instant. */
function startText(context: ToolContext, day: string, startMs: number): string {
  const { clock } = localTime(startMs, context.zone);
  return readStart(context, day, clock) === startMs ? clock : new Date(startMs).toISOString();
}
