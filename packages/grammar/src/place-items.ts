import { choosePlace, type KnownNames, type Place, taskToMake } from "./choose-project.ts";
import { minuteMs } from "./days.ts";
import type { DayItem } from "./parse-day-line.ts";
import type { Mark } from "./parse-description.ts";
import { atClock, nextClock, startOfRange } from "./zone.ts";

interface PlacedEntry {
  projectId: string;
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  billable: null;
}

/** An item that was typed, with the entry that it becomes. */
export interface Placed {
  item: DayItem;
  /** What stands for something, and where it is in the item's text. A project's name means nothing without `places`. */
  marks: Mark[];
  /** When it starts, in milliseconds; undefined if that is unknown. */
  startMs: number | undefined;
  /** The previous item's project, if the item names none. Its name is unknown if `missing` is `knownProject`. */
  inherited: string | undefined;
  /** The projects, or the tasks of the project, that the item can mean. The first is chosen. */
  places: readonly Place[];
  /** Undefined if the entry cannot be created; `missing` says why: `skipped` if clocks skip its start or its end. */
  entry: PlacedEntry | undefined;
  missing: "time" | "start" | "skipped" | "project" | "knownProject" | undefined;
}

interface Context extends KnownNames {
  /** The time zone in which the text was typed. */
  zone: string;
  /** The end of a day's last entry in milliseconds; undefined for an empty day, "unknown" before the day is loaded. */
  endOfDay: (day: string) => number | "unknown" | undefined;
  today: string;
  nowMs: number;
}

const morning = 9 * 60;

/** Longer entries are probably a mistake, so people are asked to confirm them. */
export const longestSeconds = 12 * 3600;

/** Turns each item into an entry with an instant, a duration, a project and a task, or says what is missing. */
export function placeItems(items: readonly DayItem[], context: Context): Placed[] {
  const ends = new Map<string, number>();
  let { usual } = context;
  /** The project that an earlier item names, as its id or as an unknown name. */
  let named: string | undefined;
  return items.map((item, at): Placed => {
    const { project, taskId, description, words, places } = choosePlace(item, { ...context, usual });
    const marks = marksOf(item, words);
    const isOwn = item.project !== undefined || description !== item.description;
    const inherited = isOwn ? undefined : named;
    if (isOwn) named = project?.id ?? item.project;
    if (project !== undefined) usual = { projectId: project.id, ...(taskId === taskToMake ? {} : { taskId }) };
    const lacking = (missing: Placed["missing"], startMs?: number): Placed => {
      return { item, marks, startMs, inherited, places, entry: undefined, missing };
    };
    if (item.seconds === undefined) return lacking("time");
    const { day, start, end, seconds } = item;
    const to = end && { ...end, clockMinutes: end.clockMinutes % 1440 };
    const startMs =
      start === undefined ? startOfNext(items.slice(at), ends, context) : startOfRange(day, start, to, context.zone);
    if (startMs === undefined) return lacking(start === undefined ? "start" : "skipped");
    const endMs = to === undefined ? startMs + seconds * 1000 : nextClock(startMs, day, to, context.zone);
    if (endMs === undefined) return lacking("skipped", startMs);
    ends.set(day, endMs);
    if (named !== undefined && named !== project?.id) return lacking("knownProject", startMs);
    if (project === undefined) return lacking("project", startMs);
    const entry = {
      projectId: project.id,
      taskId,
      startedAt: new Date(startMs).toISOString(),
      durationSeconds: Math.floor((endMs - startMs) / 1000),
      description,
      tags: item.tags,
      billable: null,
    };
    return { item, marks, startMs, inherited, places, entry, missing: undefined };
  });
}

/** The item's marks, and one for each further word of the project's name. */
function marksOf({ typed, text, marks }: DayItem, words: number): Mark[] {
  const begin = marks.find(({ kind }) => kind === "project")?.to ?? typed.length - text.length;
  const isFree = (at: number) => at >= begin && !marks.some(({ from, to }) => from <= at && at < to);
  const more = [...typed.matchAll(/\S+/g)].filter(({ index }) => isFree(index)).slice(0, words);
  return [
    ...marks,
    ...more.map(({ 0: { length }, index }) => ({ kind: "project", from: index, to: index + length }) as const),
  ];
}

interface Timed {
  day: string;
  /** Undefined if the item starts when the previous one ends. */
  start: unknown;
  seconds: number | undefined;
}

/**
 * Returns when the first of these items begins, which has no start: at the end of the previous item, which is in
 * `ends`, or of the day's last entry, or at nine. Today, it begins early enough that it and the items that continue it
 * end by now, unless it continues an item that was typed for later.
 */
export function startOfNext(
  items: readonly Timed[],
  ends: ReadonlyMap<string, number>,
  { endOfDay, zone, today, nowMs }: Pick<Context, "endOfDay" | "zone" | "today" | "nowMs">,
): number | undefined {
  const { day } = items[0] ?? {};
  if (day === undefined) return undefined;
  const free = ends.get(day) ?? endOfDay(day) ?? atClock(day, morning, zone);
  if (free === "unknown") return undefined;
  const isPlanned = (ends.get(day) ?? -Infinity) > nowMs;
  if (day !== today || isPlanned) return free;
  const next = items.findIndex((item) => item.day !== day || item.start !== undefined);
  const seconds = items.slice(0, next < 0 ? undefined : next).reduce((sum, item) => sum + (item.seconds ?? 0), 0);
  return Math.min(free, Math.floor(nowMs / minuteMs) * minuteMs - seconds * 1000);
}
