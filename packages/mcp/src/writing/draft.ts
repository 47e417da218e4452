import { atClock, dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import type { Project, TimeEntry } from "@stint/sdk";
import {
  Ambiguous,
  type ChosenTask,
  findPerson,
  findProject,
  findProjects,
  findTask,
  longestPart,
  matching,
} from "#src/names/find.ts";
import { readLength, readOneDay, readStart } from "#src/names/periods.ts";
import { labelFields, object, placeFields, text, type ValueOf } from "#src/protocol/schema.ts";
import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean } from "#src/text/mark.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import { localTime } from "#src/text/words.ts";
import { dayMs } from "@stint/grammar/days.ts";

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

const minuteMs = 60_000;

/** An entry as it will be sent to the API. */
export interface Resolved {
  projectId: string;
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  billable: boolean | null;
  userId: string;
}

/** A draft's result for one entry: the proposed write, or the problem that prevents it. */
export interface Drafted {
  typed: TypedEntry;
  day: string;
  startMs: number;
  seconds: number;
  resolved: Resolved | undefined;
  project: string;
  task: string;
  problem: string | undefined;
}

/**
 * Drafts the entries: finds the objects that they refer to and computes their instants. Processes them in order,
 * because an entry may begin where the previous one ends.
 */
export async function draft(
  context: ToolContext,
  entries: readonly TypedEntry[],
  { day: first, person, isText = false }: { day: string | undefined; person: string | undefined; isText?: boolean },
): Promise<{ drafted: Drafted[]; userId: string; existing: TimeEntry[] }> {
  const userId = (await findPerson(context, person ?? "me")).id;
  const places = createPlaces(context, isText);
  const usualDay = first === undefined ? context.today : readOneDay(context, first);
  const days = entries.map(({ day }) => (day === undefined ? usualDay : readOneDay(context, day)));
  const existing = await readExisting(context, userId, days);
  const ends = new Map<string, number>();
  const drafted: Drafted[] = [];
  for (const [at, typed] of entries.entries()) {
    const day = days[at] ?? usualDay;
    const rest = entries.slice(at).filter((_, index) => days[at + index] === day);
    const startMs = startOf(context, rest, day, ends, existing);
    const seconds = readLength(context, typed, day, startMs);
    if (seconds !== undefined) ends.set(day, startMs + seconds * 1000);
    drafted.push(await place(places, { typed, day, startMs, seconds, userId }));
  }
  return { drafted, userId, existing };
}

/**
 * Returns the start of the first of the day's remaining entries. If the entry gives none, it starts when the previous
 * one ends or, today, early enough that it and the entries that continue it end by now.
 */
function startOf(
  context: ToolContext,
  rest: readonly TypedEntry[],
  day: string,
  ends: Map<string, number>,
  existing: TimeEntry[],
): number {
  const [typed] = rest;
  if (typed?.start !== undefined) return readStart(context, day, typed.start, { end: typed.end });
  const latest = existing
    .filter(({ startedAt }) => dayOf(Date.parse(startedAt), context.zone) === day)
    .map(({ endedAt }) => Date.parse(endedAt));
  const free = ends.get(day) ?? (latest.length > 0 ? Math.max(...latest) : atClock(day, 9 * 60, context.zone));
  // Rounds up to a whole minute: a draft shows no seconds, and `apply_draft` must read the same start from it.
  const startMs = Math.ceil(free / minuteMs) * minuteMs;
  const next = rest.findIndex(({ start, end }) => start !== undefined || end !== undefined);
  const chain = rest.slice(0, next < 0 ? undefined : next);
  const isPlanned = (ends.get(day) ?? -Infinity) > context.nowMs;
  if (day !== context.today || isPlanned || chain.length === 0) return startMs;
  const seconds = chain.reduce((sum, each) => sum + (readLength(context, each, day, 0) ?? 0), 0);
  return Math.min(startMs, Math.floor((context.nowMs - seconds * 1000) / minuteMs) * minuteMs);
}

interface Found {
  project: Project;
  task: ChosenTask;
  /** A name that finds the project again. */
  said: string;
}

type Places = (typed: TypedEntry) => Promise<Found & { description: string }>;

/**
 * Returns a function that finds an entry's project and task. Looks each name up only once. In a text, an entry without
 * a project belongs to the project of the entry before it.
 */
function createPlaces(context: ToolContext, isText: boolean): Places {
  const known = new Map<string, Promise<Found>>();
  let previous: Promise<Found> | undefined;
  return async ({ project, client, task, description = "" }) => {
    if (project === undefined) {
      const begun = await findAtStart(context, description, task);
      if (begun === undefined && isText && previous !== undefined) return { ...(await previous), description };
      if (begun === undefined) throw new ToolError("Which project? Send it in project, or with @ in a text.");
      previous = Promise.resolve(begun);
      return begun;
    }
    const key = JSON.stringify([project, client, task]);
    const found = known.get(key) ?? findPlace(context, project, client, task);
    known.set(key, found);
    previous = found;
    return { ...(await found), description };
  };
}

/**
 * Finds a project and task by name. A slash separates a client from its project, or a project from its task. The name of
 * a client stands for its only project, unless the name also matches projects.
 */
async function findPlace(context: ToolContext, typed: string, client?: string, task?: string): Promise<Found> {
  const slash = typed.indexOf("/");
  const isPair = slash > 0 && task === undefined;
  const named = await orProblem(findProject(context, typed, client));
  if (!(named instanceof ToolError)) {
    const said = slash < 0 && named.id !== typed ? named.name : typed;
    return { project: named, task: await findTask(context, named, task), said };
  }
  if (named instanceof Ambiguous) throw named;
  const other = isPair
    ? await orProblem(findProject(context, typed.slice(0, slash).trim(), client))
    : client === undefined
      ? await findOnlyProject(context, typed)
      : undefined;
  if (other instanceof Ambiguous) throw other;
  if (other === undefined || other instanceof ToolError) throw named;
  const wanted = isPair ? typed.slice(slash + 1).trim() : task;
  return { project: other, task: await findTask(context, other, wanted), said: other.name };
}

async function orProblem<Found>(finding: Promise<Found>): Promise<Found | ToolError> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

async function findOnlyProject({ stint }: ToolContext, clientName: string): Promise<Project | undefined> {
  const clients = await Array.fromAsync(stint.clients.list({ q: longestPart(clientName) }));
  const [client, ...others] = matching(clients, clientName);
  if (client === undefined || others.length > 0) return undefined;
  const active = (await findProjects(stint, { clientId: client.id })).filter(({ status }) => status === "active");
  return active.length === 1 ? active[0] : undefined;
}

/** Finds the project whose whole name begins the text, as in "Website fix the header". */
async function findAtStart(context: ToolContext, description: string, task: string | undefined) {
  const [word = ""] = description.split(/\s/);
  const projects = word === "" ? [] : await findProjects(context.stint, { q: word.slice(0, 200) });
  const begun = projects
    .filter(
      ({ name, status }) => status === "active" && `${description} `.toLowerCase().startsWith(`${name.toLowerCase()} `),
    )
    .toSorted((one, other) => other.name.length - one.name.length);
  const [project, next] = begun;
  if (project === undefined || project.name.length === next?.name.length) return undefined;
  const rest = description.slice(project.name.length).trim();
  return { project, task: await findTask(context, project, task), said: project.name, description: rest };
}

interface Timed {
  typed: TypedEntry;
  day: string;
  startMs: number;
  seconds: number | undefined;
  userId: string;
}

async function place(places: Places, { typed, day, startMs, seconds = 0, userId }: Timed): Promise<Drafted> {
  const base = { typed, day, startMs, seconds, resolved: undefined };
  const named = { project: clean(typed.project ?? "", 200), task: clean(typed.task ?? "", 200) };
  if (seconds <= 0)
    return { ...base, ...named, problem: "The entry has no duration: send duration, or start and end." };
  try {
    const { project, task, said, description } = await places(typed);
    const resolved = {
      projectId: project.id,
      taskId: task.id,
      startedAt: new Date(startMs).toISOString(),
      durationSeconds: seconds,
      description: clean(description, 20_000),
      tags: (typed.tags ?? []).map((tag) => clean(tag, 200)),
      billable: typed.billable ?? null,
      userId,
    };
    return { ...base, resolved, project: clean(said), task: clean(task.name), problem: undefined };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...base, ...named, problem: error.message };
  }
}

/** Returns the person's entries that can overlap these days. */
async function readExisting({ stint, zone }: ToolContext, userId: string, days: string[]): Promise<TimeEntry[]> {
  if (days.length === 0) return [];
  const sorted = days.toSorted();
  const { fromMs, toMs } = rangeOfDays(sorted[0] ?? "", sorted.at(-1) ?? "", zone);
  const found: TimeEntry[] = [];
  // Entries that began on the previous day can reach into the first day.
  const from = new Date(fromMs - dayMs);
  for await (const entry of stint.timeEntries.list({ userId, from, to: new Date(toMs) })) {
    found.push(entry);
    if (found.length >= 1000) break;
  }
  return found;
}

/** Finds gaps between a day's entries, whether existing or drafted, and finds drafted entries that overlap others. */
export function compare(context: ToolContext, drafted: readonly Drafted[], existing: readonly TimeEntry[]) {
  const own = drafted
    .filter(({ seconds }) => seconds > 0)
    .map(({ startMs, seconds }) => ({ startMs, endMs: startMs + seconds * 1000, isNew: true }));
  const old = existing.map(({ startedAt, endedAt }) => ({
    startMs: Date.parse(startedAt),
    endMs: Date.parse(endedAt),
    isNew: false,
  }));
  const all = [...own, ...old];
  const days = new Set(drafted.map(({ day }) => day));
  const at = (ms: number) => localTime(ms, context.zone);
  const span = (fromMs: number, toMs: number) => ({
    day: at(fromMs).day,
    start: at(fromMs).clock,
    end: at(toMs).clock,
    duration: exactDuration(Math.round((toMs - fromMs) / 1000)),
  });
  const overlaps = own.flatMap((one, index) =>
    [...own.slice(index + 1), ...old]
      .filter((other) => one.startMs < other.endMs && other.startMs < one.endMs)
      .map((other) => ({
        ...span(Math.max(one.startMs, other.startMs), Math.min(one.endMs, other.endMs)),
        with: other.isNew ? "another drafted entry" : "an existing entry",
      })),
  );
  const gaps = [...days].toSorted().flatMap((day) => {
    const ofDay = all
      .filter(({ startMs }) => at(startMs).day === day)
      .toSorted((one, other) => one.startMs - other.startMs);
    const firstMs = ofDay[0]?.startMs ?? 0;
    // Entries that began on an earlier day can last into this day.
    let endMs = Math.max(...all.filter(({ startMs }) => startMs <= firstMs).map((each) => each.endMs));
    return ofDay.flatMap((each) => {
      const gap = each.startMs > endMs ? [span(endMs, each.startMs)] : [];
      endMs = Math.max(endMs, each.endMs);
      return gap;
    });
  });
  return { gaps: gaps.slice(0, 50), overlaps: overlaps.slice(0, 50) };
}

/** Returns the entry with every field set, so that it can be sent to `apply_draft` unchanged. */
export function sayWhole(
  { typed, day, startMs, seconds, resolved, project, task }: Drafted,
  context: ToolContext,
): TypedEntry {
  if (resolved === undefined) {
    const said = Object.entries(typed).filter(([, value]) => typeof value === "string");
    return { ...Object.fromEntries(said.map(([name, value]) => [name, clean(String(value), 500)])), day };
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
