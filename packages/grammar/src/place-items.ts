import { findByName } from "./find-by-name.ts";
import type { DayItem } from "./parse-day-line.ts";

interface Project {
  id: string;
  name: string;
  clientId: string | null;
  status: string;
}

interface Task {
  id: string;
  name: string;
  status: string;
}

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
  /** Undefined if the entry cannot be created; `missing` says why. */
  entry: PlacedEntry | undefined;
  missing: "time" | "start" | "project" | "knownProject" | "task" | "locked" | undefined;
}

/** The names that a text can refer to. */
export interface Names {
  projects: readonly Project[];
  clients: readonly { id: string; name: string }[];
  tasksOf: (projectId: string) => readonly Task[];
  /** The project that is used if the text names none, and its default task if there is one. */
  usual: { projectId: string; taskId?: string } | undefined;
}

interface Context extends Names {
  /** Returns the instant of a clock time on a day, in milliseconds. */
  atClock: (day: string, clockMinutes: number) => number;
  /** The end of a day's last entry in milliseconds; undefined for an empty day, "unknown" before the day is loaded. */
  endOfDay: (day: string) => number | "unknown" | undefined;
  canMakeTasks: boolean;
  /** The instant before which entries are read-only, in milliseconds. */
  lockedBefore: number;
}

const morning = 9 * 60;

/** The task id for a project without tasks. Saving the entry creates the project's first task. */
export const taskToMake = "";

/** Turns each item into an entry with an instant, a duration, a project and a task, or says what is missing. */
export function placeItems(items: readonly DayItem[], context: Context): Placed[] {
  const ends = new Map<string, number>();
  return items.map((item) => {
    if (item.seconds === undefined) return { item, entry: undefined, missing: "time" };
    const start =
      item.start === undefined
        ? (ends.get(item.day) ?? context.endOfDay(item.day) ?? context.atClock(item.day, morning))
        : context.atClock(item.day, item.start);
    if (start === "unknown") return { item, entry: undefined, missing: "start" };
    const end = endOf(item, start, item.seconds, context);
    ends.set(item.day, end);
    if (start < context.lockedBefore) return { item, entry: undefined, missing: "locked" };
    const { project, task, description } = chooseProject(item, context);
    if (project === undefined)
      return { item, entry: undefined, missing: item.project === undefined ? "project" : "knownProject" };
    const tasks = context.tasksOf(project.id);
    const chosen = task ?? usualTask(tasks);
    if (chosen === undefined && (tasks.length > 0 || !context.canMakeTasks))
      return { item, entry: undefined, missing: "task" };
    const entry = {
      projectId: project.id,
      taskId: chosen?.id ?? taskToMake,
      startedAt: new Date(start).toISOString(),
      durationSeconds: Math.floor((end - start) / 1000),
      description,
      tags: item.tags,
      billable: null,
    };
    return { item, entry, missing: undefined };
  });
}

/** Returns the end in milliseconds. If a clock change would make a range empty, the range keeps its typed length. */
function endOf({ day, end }: DayItem, start: number, seconds: number, { atClock }: Context): number {
  const atEnd = end === undefined ? start : atClock(day, end);
  return atEnd > start ? atEnd : start + seconds * 1000;
}

type Named = Pick<DayItem, "project" | "description">;

interface Choice {
  project: Project | undefined;
  task: Task | undefined;
  description: string;
}

/**
 * Finds the project: by `@name`, which names a project, client or task, or by `@project/task`. Without an `@`, looks
 * for a project's whole name at the start of the text, and then uses the default project.
 */
export function chooseProject({ project: named, description }: Named, context: Names): Choice {
  const projects = context.projects.filter(({ status }) => status === "active");
  if (named !== undefined) {
    const [found] = findByName(projects, named);
    if (found !== undefined) return { project: found, task: undefined, description };
    const inProject = chooseTask(projects, named, context);
    if (inProject !== undefined) return { ...inProject, description };
    const [client] = findByName(context.clients, named);
    const ofClient = projects.find(({ clientId }) => client !== undefined && clientId === client.id);
    if (ofClient !== undefined) return { project: ofClient, task: undefined, description };
    for (const project of projects) {
      const [task] = findByName(openTasks(project.id, context), named);
      if (task !== undefined) return { project, task, description };
    }
    return { project: undefined, task: undefined, description };
  }
  const text = description.toLowerCase();
  const begun = projects
    .filter(({ name }) => text === name.toLowerCase() || text.startsWith(`${name.toLowerCase()} `))
    .toSorted((left, right) => right.name.length - left.name.length)[0];
  if (begun !== undefined)
    return { project: begun, task: undefined, description: description.slice(begun.name.length).trim() };
  const { usual } = context;
  const project = projects.find(({ id }) => id === usual?.projectId);
  const task = openTasks(project?.id ?? "", context).find(({ id }) => id === usual?.taskId);
  return { project, task, description };
}

function chooseTask(projects: readonly Project[], named: string, context: Names) {
  const slash = named.indexOf("/");
  if (slash < 0) return undefined;
  const [project] = findByName(projects, named.slice(0, slash));
  if (project === undefined) return undefined;
  const [task] = findByName(openTasks(project.id, context), named.slice(slash + 1));
  return task === undefined ? undefined : { project, task };
}

function openTasks(projectId: string, { tasksOf }: Names): Task[] {
  return tasksOf(projectId).filter(({ status }) => status === "open");
}

/** Returns the task named General, or else the first open task. */
export function usualTask(tasks: readonly Task[]): Task | undefined {
  const open = tasks.filter(({ status }) => status === "open");
  return open.find(({ name }) => name === "General") ?? open[0];
}
