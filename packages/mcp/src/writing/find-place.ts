import { chooseProject } from "@stint/grammar/choose-project.ts";
import { Ambiguous, type ChosenTask, findProject, findTask, listProjects, matching } from "#src/names/find.ts";
import type { KnownProject, ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import type { TypedEntry } from "./draft.ts";

interface Found {
  project: KnownProject;
  task: ChosenTask;
  /** A name that finds the project again. */
  said: string;
}

/**
 * Returns a function that finds an entry's project and task. Looks each name up only once. In a text, an entry without
 * a project belongs to the project of the entry before it.
 */
export function createPlaceFinder(context: ToolContext, isText: boolean) {
  const known = new Map<string, Promise<Found>>();
  let previous: Promise<Found> | undefined;
  return async ({ project, client, task, description = "" }: TypedEntry): Promise<Found & { description: string }> => {
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
  const isSaid = (await orProblem(findProject(context, other.name, client))) === other;
  const said = isSaid ? other.name : `${typed}/${other.name}`;
  return { project: other, task: await findTask(context, other, wanted), said };
}

export async function orProblem<Found>(finding: Promise<Found>): Promise<Found | ToolError> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

async function findOnlyProject(context: ToolContext, clientName: string): Promise<KnownProject | undefined> {
  const [client, ...others] = matching([...(await context.directory()).clients.values()], clientName);
  if (client === undefined || others.length > 0) return undefined;
  const active = (await listProjects(context, client.id)).filter(({ status }) => status === "active");
  return active.length === 1 ? active[0] : undefined;
}

/** Finds the project whose whole name begins the text, as in "Website fix the header". */
async function findAtStart(context: ToolContext, typed: string, task: string | undefined) {
  const projects = (await listProjects(context)).filter(({ status }) => status === "active");
  const names = { projects, clients: [], tasksOf: () => [], usual: undefined };
  const begun = chooseProject({ project: undefined, description: typed }, names);
  const [project, another] = projects.filter(({ name }) => name.toLowerCase() === begun.project?.name.toLowerCase());
  if (project === undefined || another !== undefined) return undefined;
  return { project, task: await findTask(context, project, task), said: project.name, description: begun.description };
}
