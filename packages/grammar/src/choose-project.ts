import { findBest, findWholeName } from "./find-by-name.ts";
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

/** The names that a text can refer to. */
export interface KnownNames {
  projects: readonly Project[];
  clients: readonly { id: string; name: string }[];
  tasksOf: (projectId: string) => readonly Task[];
  /** The project that is used if the text names none, and its default task if there is one. */
  usual: { projectId: string; taskId?: string | undefined } | undefined;
  /** The task of the person's last entry in the project. */
  lastTaskIn?: (projectId: string) => string | undefined;
  /** The ids of projects and tasks to prefer among several that a name fits equally well. */
  preferred?: ReadonlySet<string>;
}

/** The task id for a project without open tasks. The entry is for its task General, which is created if necessary. */
export const taskToMake = "";

export type Described = Pick<DayItem, "project" | "description"> & Partial<Pick<DayItem, "after" | "rest">>;

/** A project, and the task if the text names one. */
export interface Place {
  project: Project;
  task: Task | undefined;
}

interface Choice {
  project: Project | undefined;
  task: Task | undefined;
  description: string;
  /** How many words of the description belong to the name: those after an `@name`, or else the first ones. */
  words: number;
  /** All places that the text can mean. The first is chosen. */
  places: readonly Place[];
}

/**
 * Finds the project and, if the text names none, the task: the default one, that of the last entry in the project,
 * General, or the only one. If none of these exists, the task is the first in `places`.
 */
export function choosePlace(described: Described, context: KnownNames): Choice & { taskId: string } {
  const choice = chooseProject(described, context);
  const { project, task } = choice;
  if (project === undefined || task !== undefined) return { ...choice, taskId: task?.id ?? taskToMake };
  const { usual, lastTaskIn, preferred } = context;
  const open = openTasks(project.id, context);
  const chosen =
    open.find(({ id }) => preferred?.has(id)) ??
    (usual?.projectId === project.id ? open.find(({ id }) => id === usual.taskId) : undefined) ??
    usualTask(open, lastTaskIn?.(project.id));
  if (chosen !== undefined) return { ...choice, task: chosen, taskId: chosen.id };
  const isSettled = choice.places.length > 1 || open.length === 0;
  const places = isSettled ? choice.places : open.map((each) => ({ project, task: each }));
  return { ...choice, task: open[0], taskId: open[0]?.id ?? taskToMake, places };
}

/**
 * Finds the project: by `@name`, which names a project, client or task, or by `@project/task` or `@client/project`.
 * Words after the name belong to it if they and the name together are a whole name. Without an `@`, looks for a
 * project's whole name at the start of the text, and then uses the default project.
 */
export function chooseProject(
  { project: named, description, after = "", rest = "" }: Described,
  context: KnownNames,
): Choice {
  const projects = context.projects.filter(({ status }) => status === "active");
  const choose = (all: readonly Place[], left: string, count = 0): Choice => {
    const place = all.find(({ project, task }) => context.preferred?.has((task ?? project).id));
    const places = place === undefined ? all : [place];
    return { project: places[0]?.project, task: places[0]?.task, description: left, words: count, places };
  };
  if (named !== undefined) {
    const words = after === "" ? [] : after.split(" ").slice(0, 20);
    for (let count = words.length; count > 0; count--) {
      const more = words.slice(0, count).join(" ");
      const found = findPlaces(projects, `${named} ${more.replace(/[,;:.]+$/, "")}`, context, findWholeName);
      if (found.length === 0) continue;
      const before = description.slice(0, description.length - joined(after, rest).length);
      return choose(found, joined(before, after.slice(more.length), rest), count);
    }
    return choose(findPlaces(projects, named, context, findBest), description);
  }
  const text = description.toLowerCase();
  const begun = projects
    .filter(({ name }) => text === name.toLowerCase() || text.startsWith(`${name.toLowerCase()} `))
    .toSorted((left, right) => right.name.length - left.name.length)[0];
  if (begun !== undefined) {
    const left = description.slice(begun.name.length).trim();
    return choose([{ project: begun, task: undefined }], left, begun.name.split(" ").length);
  }
  const { usual } = context;
  const task = openTasks(usual?.projectId ?? "", context).find(({ id }) => id === usual?.taskId);
  return choose(
    projects.filter(({ id }) => id === usual?.projectId).map((project) => ({ project, task })),
    description,
  );
}

function joined(...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}

type Find = <Item extends { name: string }>(items: readonly Item[], typed: string) => Item[];

/** Finds projects, `project/task`, `client/project` or `client project`, a client's projects, or tasks. */
function findPlaces(projects: readonly Project[], named: string, context: KnownNames, find: Find): Place[] {
  const withoutTask = (all: readonly Project[]): Place[] => all.map((project) => ({ project, task: undefined }));
  const tasksIn = (all: readonly Project[], name: string, findTask = find): Place[] => {
    const tasks = all.flatMap((project) => openTasks(project.id, context).map((task) => ({ ...task, project, task })));
    return findTask(tasks, name).map(({ project, task }) => ({ project, task }));
  };
  const ofClient = (name: string, findClient = find) => {
    const ids = findClient(context.clients, name).map(({ id }) => id);
    return projects.filter(({ clientId }) => clientId !== null && ids.includes(clientId));
  };
  const own = find(projects, named);
  // Of several projects with the same name, one without a client has no longer name, so it is meant.
  const bare = own.filter(({ name, clientId }) => clientId === null && own.every((each) => each.name === name));
  if (own.length > 0) return withoutTask(bare.length > 0 ? bare : own);
  for (const [left, sign, right] of halves(named)) {
    // If a single word follows the slash, it ends the name, so the beginning of a task's name is enough.
    const tasks = sign === "/" ? tasksIn(find(projects, left), right, right.includes(" ") ? find : findBest) : [];
    if (tasks.length > 0) return tasks;
    // A blank joins a client to its project only after the client's whole name.
    const inClient = find(ofClient(left, sign === "/" ? find : findWholeName), right);
    if (inClient.length > 0) return withoutTask(inClient);
  }
  const ofNamed = ofClient(named);
  return ofNamed.length > 0 ? withoutTask(ofNamed) : tasksIn(projects, named);
}

/** Returns the ways to split a name in two at a slash or blank. */
function halves(named: string): [left: string, sign: string, right: string][] {
  return [...named.matchAll(/[/\s]/g)]
    .map(({ 0: sign, index }): [string, string, string] => [named.slice(0, index), sign, named.slice(index + 1)])
    .filter(([left, , right]) => left.trim() !== "" && right.trim() !== "");
}

function openTasks(projectId: string, { tasksOf }: KnownNames): Task[] {
  return tasksOf(projectId).filter(({ status }) => status === "open");
}

/** Returns the open task that was used last, or else the one named General, or else the only one. */
export function usualTask<Any extends Task>(tasks: readonly Any[], lastId?: string): Any | undefined {
  const open = tasks.filter(({ status }) => status === "open");
  const named = open.find(({ id }) => id === lastId) ?? open.find(({ name }) => name === "General");
  return named ?? (open.length === 1 ? open[0] : undefined);
}
