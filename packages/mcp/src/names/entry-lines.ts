import { taskToMake } from "@stint/grammar/choose-project.ts";
import type { TimeEntry, Timer } from "@stint/sdk";
import { out } from "#src/protocol/schema.ts";
import type { Directory, ToolContext } from "#src/protocol/tool.ts";
import { clean, quote } from "#src/text/mark.ts";
import { clockText, exactDuration } from "@stint/grammar/time-text.ts";
import { clockOf, dayOf } from "@stint/grammar/zone.ts";

export function localTime(instant: string | number, zone: string): { day: string; clock: string } {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  return { day: dayOf(ms, zone), clock: clockText(clockOf(ms, zone)) };
}

type Placed = Pick<TimeEntry, "projectId" | "taskId">;

/** Returns the directory for showing these entries or timers. It is empty for a key that may not read names. */
const namesOf = ({ names, me }: ToolContext, placed: readonly Placed[]) =>
  names.naming(
    me.scopes.includes("projects:read") ? placed.flatMap(({ projectId, taskId }) => [projectId, taskId]) : [],
  );

function placeOf({ projects, tasks }: Directory, { projectId, taskId }: Placed) {
  return {
    project: clean(projects.get(projectId)?.name ?? "a hidden project"),
    task: taskId === taskToMake ? "General" : clean(tasks.get(taskId)?.name ?? ""),
  };
}

export const entrySchema = out.object(
  {
    entry: out.text,
    version: out.number,
    day: out.text,
    start: out.text,
    end: out.text,
    duration: out.text,
    seconds: out.number,
    project: out.text,
    task: out.text,
    description: out.text,
    tags: out.texts,
    billable: out.flag,
    person: out.text,
    locked: out.texts,
    deleted: out.flag,
    source: out.textOrNull,
    billed: out.flag,
  },
  "person",
  "locked",
  "deleted",
  "source",
  "billed",
);

/** Converts entries to a form with names instead of ids, in the user's time zone. */
export async function showEntries(context: ToolContext, entries: readonly TimeEntry[], detailed = false) {
  const { zone, me, names } = context;
  const directory = await namesOf(context, entries);
  const isOwn = ({ userId }: TimeEntry) => userId === me.user.id;
  const people = entries.every(isOwn) ? undefined : await names.people();
  return entries.map((entry) => {
    const start = localTime(entry.startedAt, zone);
    return {
      entry: entry.id,
      version: entry.version,
      day: start.day,
      start: start.clock,
      end: clockText(clockOf(Date.parse(entry.endedAt), zone)),
      duration: exactDuration(entry.durationSeconds),
      seconds: entry.durationSeconds,
      ...placeOf(directory, entry),
      description: clean(entry.description, detailed ? 1000 : 200),
      tags: entry.tags.map((tag) => clean(tag, 60)),
      billable: entry.billable,
      ...(isOwn(entry) ? {} : { person: clean(people?.get(entry.userId)?.name ?? "somebody else") }),
      ...(entry.locked ? { locked: entry.lockedBy ?? [] } : {}),
      ...(entry.deletedAt === null ? {} : { deleted: true }),
      ...(detailed ? { source: entry.source, billed: entry.billed } : {}),
    };
  });
}

type ShownEntry = Awaited<ReturnType<typeof showEntries>>[number];

export async function showEntry(context: ToolContext, entry: TimeEntry): Promise<ShownEntry> {
  const [shown] = await showEntries(context, [entry]);
  return shown as ShownEntry;
}

/** Formats an entry, or a drafted one, on one line. Omits a task named General. */
export function lineOf(entry: Partial<ShownEntry>): string {
  const { day, start, end, duration, project = "", task = "", description = "", person, tags = [] } = entry;
  const time = end === undefined ? start : `${start}-${end}`;
  const place = task === "" || task === "General" ? quote(project) : `${quote(project)} / ${quote(task)}`;
  const first = tags.slice(0, 5).map((tag) => quote(tag, 30));
  const labels = first.length === 0 ? "" : ` tags ${first.join(", ")}`;
  const who = person === undefined ? "" : ` by ${quote(person)}`;
  const deleted = entry.deleted === true ? " (deleted)" : "";
  return `${day} ${time} (${duration}) ${place} ${quote(description, 80)}${labels}${who}${deleted}`;
}

export const timerSchema = out.object({
  project: out.text,
  task: out.text,
  description: out.text,
  tags: out.texts,
  started: out.text,
  started_at: out.text,
  running: out.text,
});

export async function showTimer(context: ToolContext, timer: Timer) {
  const start = localTime(timer.startedAt, context.zone);
  const seconds = Math.max(0, Math.floor((context.nowMs - Date.parse(timer.startedAt)) / 1000));
  return {
    ...placeOf(await namesOf(context, [timer]), timer),
    description: clean(timer.description),
    tags: timer.tags.map((tag) => clean(tag, 60)),
    started: `${start.day} ${start.clock}`,
    started_at: timer.startedAt,
    running: exactDuration(seconds - (seconds % 60)),
  };
}
