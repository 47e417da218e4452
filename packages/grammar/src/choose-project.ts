import { findByName, findWholeName } from "./find-by-name.ts";
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
}

/** The task id for a project without open tasks. The entry is for its task General, which is created if necessary. */
export const taskToMake = "";

type Described = Pick<DayItem, "project" | "description"> & Partial<Pick<DayItem, "after" | "rest">>;

interface Choice {
  project: Project | undefined;
  task: Task | undefined;
  description: string;
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
  if (named !== undefined) {
    const words = after === "" ? [] : after.split(" ").slice(0, 20);
    for (let count = words.length; count > 0; count--) {
      const more = words.slice(0, count).join(" ");
      const found = findPlace(projects, `${named} ${more.replace(/[,;:.]+$/, "")}`, context, findWholeName);
      if (found === undefined) continue;
      const before = description.slice(0, description.length - joined(after, rest).length);
      return { ...found, description: joined(before, after.slice(more.length), rest) };
    }
    const place = findPlace(projects, named, context, findBegun);
    return { ...(place ?? { project: undefined, task: undefined }), description };
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

function joined(...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}

type Find = <Item extends { name: string }>(items: readonly Item[], typed: string) => Item | undefined;

const findBegun: Find = (items, typed) => findByName(items, typed)[0];

/** Finds a project, `project/task`, `client/project` or `client project`, a client's project, or a task. */
function findPlace(
  projects: readonly Project[],
  named: string,
  context: KnownNames,
  find: Find,
): Omit<Choice, "description"> | undefined {
  const project = find(projects, named);
  if (project !== undefined) return { project, task: undefined };
  const ofClient = (name: string, findClient = find) => {
    const client = findClient(context.clients, name);
    return projects.filter(({ clientId }) => client !== undefined && clientId === client.id);
  };
  for (const [left, sign, right] of halves(named)) {
    const own = sign === "/" ? find(projects, left) : undefined;
    // If a single word follows the slash, it ends the name, so the beginning of a task's name is enough.
    const task = (right.includes(" ") ? find : findBegun)(openTasks(own?.id ?? "", context), right);
    if (own !== undefined && task !== undefined) return { project: own, task };
    // A blank joins a client to its project only after the client's whole name.
    const inClient = find(ofClient(left, sign === "/" ? find : findWholeName), right);
    if (inClient !== undefined) return { project: inClient, task: undefined };
  }
  const [first] = ofClient(named);
  if (first !== undefined) return { project: first, task: undefined };
  for (const each of projects) {
    const task = find(openTasks(each.id, context), named);
    if (task !== undefined) return { project: each, task };
  }
  return undefined;
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

/** Returns the task named General, or else the first open task. */
export function usualTask(tasks: readonly Task[]): Task | undefined {
  const open = tasks.filter(({ status }) => status === "open");
  return open.find(({ name }) => name === "General") ?? open[0];
}
