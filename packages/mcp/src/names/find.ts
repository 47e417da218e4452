import { editsBetween } from "@stint/grammar/edits-between.ts";
import { findByName, findWholeName } from "@stint/grammar/find-by-name.ts";
import { taskToMake, usualTask } from "@stint/grammar/choose-project.ts";
import type { KnownProject, KnownTask, Named, ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean, quote, quoteAll } from "#src/text/mark.ts";

/** Thrown if several projects match a name. */
export class Ambiguous extends ToolError {}

/**
 * Normalizes a name for comparison. Results contain names as `clean` shortens them, so names are compared in that form.
 */
const plain = (name: string) => clean(name).toLowerCase();

/** Returns the items that the name can stand for. It stands for none that only contain it if it is a whole name. */
export function matching<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  const exact = items.filter(({ name }) => plain(name) === plain(typed));
  const whole = findWholeName(items, typed);
  return exact.length > 0 ? exact : whole.length > 0 ? whole : findByName(items, typed);
}

/**
 * Returns the item with that id, or the only one that the name can stand for. Throws an error that lists the candidates
 * if there are several of the `kind`, such as "clients", or that says `none`.
 */
function chooseOne<Item extends Named>(items: readonly Item[], typed: string, kind: string, none: string): Item {
  const byId = items.find(({ id }) => id === typed);
  const found = byId === undefined ? matching(items, typed) : [byId];
  const [only] = found;
  if (only === undefined) throw new ToolError(none);
  if (found.length === 1) return only;
  throw new ToolError(`Several ${kind} match ${quote(typed)}: ${quoteNames(found)}. Ask the person which one.`);
}

const quoteNames = (items: readonly { name: string }[]): string => quoteAll(items.map(({ name }) => name));

/**
 * Finds a project by its name, by `Client/Project`, or by its id. By name, finds only active projects unless `any` is
 * true. Throws an error that lists candidates if there is no single match.
 */
export async function findProject(
  context: ToolContext,
  typed: string,
  clientName?: string,
  any = false,
): Promise<KnownProject> {
  if (/^proj_[0-9a-f]+$/.test(typed)) {
    const found = (await context.directory()).projects.get(typed);
    if (found !== undefined) return found;
    throw new ToolError(`This key sees no project ${typed}. Find it by name with find_projects.`);
  }
  const client = clientName === undefined ? undefined : await findClient(context, clientName);
  const wanted = clean(typed, 1000);
  if (wanted === "") throw new ToolError("The name of the project is empty. find_projects lists the projects.");
  const projects = await listProjects(context, client?.id);
  const found = matching(any ? projects : projects.filter(({ status }) => status === "active"), wanted);
  const [only] = found;
  if (found.length > 1) throw await ambiguous(context, wanted, found);
  if (only !== undefined) return only;
  const slash = typed.indexOf("/");
  if (slash > 0 && clientName === undefined)
    return findProject(context, typed.slice(slash + 1).trim(), typed.slice(0, slash).trim(), any);
  const [archived, ...more] = matching(projects, wanted);
  if (archived !== undefined && more.length === 0)
    throw new ToolError(`The project ${quote(archived.name)} is archived and accepts no new time. Choose another one.`);
  throw new ToolError(
    `There is no active project ${quote(wanted)} that this key sees. ${nearestTo(wanted, await listProjects(context))}`,
  );
}

/** Returns the projects, of one client if given, active and archived. */
export async function listProjects({ directory }: ToolContext, clientId?: string): Promise<KnownProject[]> {
  const projects = [...(await directory()).projects.values()];
  return clientId === undefined ? projects : projects.filter((project) => project.clientId === clientId);
}

async function ambiguous({ directory }: ToolContext, typed: string, found: KnownProject[]): Promise<Ambiguous> {
  const { clients } = await directory();
  const lines = found.slice(0, 8).map(({ id, name, clientId }) => {
    const client = clients.get(clientId ?? "");
    return `${quote(name)}${client === undefined ? "" : ` of the client ${quote(client.name)}`} (${id})`;
  });
  const more = found.length > lines.length ? ` and ${found.length - lines.length} more` : "";
  return new Ambiguous(
    `Several projects match ${quote(typed)}: ${lines.join("; ")}${more}. Ask the person which one, then use its full name, with client if the names are equal, or its id.`,
  );
}

function nearestTo(typed: string, projects: readonly KnownProject[]): string {
  const parts = [typed.slice(0, 3), typed.slice(1, 4)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.trim().length === 3);
  // Compares only the beginnings of names: the time to compare two names grows with the product of their lengths, and a
  // draft can contain many names.
  const start = (name: string) => plain(name).slice(0, 40);
  const near = projects
    .filter(({ name, status }) => status === "active" && parts.some((part) => name.toLowerCase().includes(part)))
    .slice(0, 200)
    .map(({ name }) => ({ name, edits: editsBetween(start(typed), start(name)) }));
  const best = near.toSorted((one, other) => one.edits - other.edits).slice(0, 3);
  return best.length === 0
    ? "find_projects lists the existing ones."
    : `The closest: ${quoteNames(best)}. find_projects lists the others.`;
}

export async function findClient({ directory }: ToolContext, typed: string): Promise<Named> {
  const clients = [...(await directory()).clients.values()];
  const none = `There is no client ${quote(typed)}. The clients: ${quoteNames(clients)}.`;
  return chooseOne(clients, typed, "clients", none);
}

export async function listTasks({ directory }: ToolContext, projectId: string): Promise<KnownTask[]> {
  return [...(await directory()).tasks.values()].filter((task) => task.projectId === projectId);
}

/** A task for new entries. The id is `taskToMake` if writing the entry creates the task General. */
export type ChosenTask = Pick<KnownTask, "id" | "name">;

const general: ChosenTask = { id: taskToMake, name: "General" };

/**
 * Returns the task for new entries: the given one (by name, only if it is open) or else the default task. Throws if
 * there is no such task.
 */
export async function findTask(context: ToolContext, project: KnownProject, typed: string | undefined) {
  const open = (await listTasks(context, project.id)).filter(({ status }) => status === "open");
  if (open.length === 0 && (typed === undefined || plain(typed) === plain(general.name))) return general;
  if (typed !== undefined) return findNamedTask(context, project, typed);
  const usual = usualTask(open);
  if (usual !== undefined) return usual;
  throw new ToolError(`The project ${quote(project.name)} needs a task. ${sayOpen(open)} Say which one.`);
}

/** Returns the entries with their tasks, creating the task General of projects that have none. */
export async function withTasks<Entry extends { projectId?: string | undefined; taskId?: string | undefined }>(
  { stint }: ToolContext,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const lacking = new Set(entries.flatMap(({ projectId, taskId }) => (taskId === taskToMake && projectId) || []));
  const made = new Map<string, string>();
  for (const id of lacking) made.set(id, (await stint.tasks.ensureGeneral(id)).taskId);
  return entries.map((entry) => {
    const taskId = made.get(entry.taskId === taskToMake ? (entry.projectId ?? "") : "");
    return taskId === undefined ? entry : { ...entry, taskId };
  });
}

const sayOpen = (open: readonly KnownTask[]) =>
  open.length === 0 ? "It has no open task." : `Its open tasks: ${quoteNames(open)}.`;

/**
 * Returns the task with that name, which must be open unless `any` is true. By its id, finds an open or a closed task.
 */
export async function findNamedTask(context: ToolContext, project: KnownProject, typed: string, any = false) {
  const tasks = await listTasks(context, project.id);
  const open = tasks.filter(({ status }) => status === "open");
  const none = `The project ${quote(project.name)} has no ${any ? "" : "open "}task ${quote(typed)}. ${sayOpen(open)}`;
  const byId = tasks.find(({ id }) => id === typed);
  return byId ?? chooseOne(any ? tasks : open, typed, `tasks of ${quote(project.name)}`, none);
}

/** Returns a member; `me` is the caller. */
export async function findPerson({ me, names }: ToolContext, typed: string): Promise<Named> {
  if (typed === "me" || typed === me.user.id || plain(typed) === plain(me.user.name)) return me.user;
  const people = [...(await names.people()).values()];
  const none = `This key sees nobody named ${quote(typed)}. It sees: ${quoteNames(people)}. Ask the person whom they mean.`;
  return chooseOne(people, typed, "people", none);
}
