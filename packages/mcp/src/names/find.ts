import { editsBetween } from "@stint/grammar/edits-between.ts";
import { findByName, findWholeName } from "@stint/grammar/find-by-name.ts";
import { taskToMake } from "@stint/grammar/choose-project.ts";
import type { Project, Stint, Task } from "@stint/sdk";
import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean, quote, quoteAll } from "#src/text/mark.ts";

/** Thrown if several projects match a name. */
export class Ambiguous extends ToolError {}

/** A client of the organization. Not to be confused with the SDK's `Client`, the class that sends requests. */
type Client = Awaited<ReturnType<Stint["clients"]["get"]>>;

interface Named {
  name: string;
}

/** The maximum number of similarly named projects that are read. */
const maxMatches = 5_000;

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

interface Refusal {
  /** What the items are, such as "clients". */
  all: string;
  ask?: string;
  /** The message if no item matches. */
  none: string;
}

/** Returns the only item that the name can stand for. Throws an error that lists the candidates if there are several. */
function chooseOne<Item extends Named>(items: readonly Item[], typed: string, refusal: Refusal): Item {
  const found = matching(items, typed);
  const [only] = found;
  if (only === undefined) throw new ToolError(refusal.none);
  if (found.length === 1) return only;
  const { all, ask = "which one" } = refusal;
  throw new ToolError(`Several ${all} match ${quote(typed)}: ${quoteNames(found)}. Ask the person ${ask}.`);
}

const quoteNames = (items: readonly Named[]): string => quoteAll(items.map(({ name }) => name));

/**
 * Finds a project by its name, by `Client/Project`, or by its id. By name, finds only active projects unless `any` is
 * true. Throws an error that lists candidates if there is no single match.
 */
export async function findProject(
  context: ToolContext,
  typed: string,
  clientName?: string,
  any = false,
): Promise<Project> {
  const { stint, names } = context;
  if (/^proj_[0-9a-f]+$/.test(typed)) {
    const found = await names.project(typed);
    if (found !== undefined) return found;
    throw new ToolError(`This key sees no project ${typed}. Find it by name with find_projects.`);
  }
  const client = clientName === undefined ? undefined : await findClient(context, clientName);
  const wanted = clean(typed, 1000);
  if (wanted === "") throw new ToolError("The name of the project is empty. find_projects lists the projects.");
  const projects = await searchProjects(stint, { q: longestPart(typed), clientId: client?.id });
  const usable = projects.filter(({ status }) => any || status === "active");
  const found = matching(usable, wanted);
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
    `There is no active project ${quote(wanted)} that this key sees. ${await nearestTo(context, wanted)}`,
  );
}

/**
 * Returns the projects whose name or code contains `q`. Reads every page, because the project with exactly this name
 * can be on any of them.
 */
export async function searchProjects(
  stint: Stint,
  { q, clientId }: { q?: string; clientId?: string | undefined },
): Promise<Project[]> {
  const found: Project[] = [];
  for await (const project of stint.projects.list({ q, clientId, limit: 200 })) {
    found.push(project);
    if (found.length >= maxMatches) break;
  }
  return found;
}

/**
 * Returns the longest part of the given name that `clean` cannot have changed, and in which no hyphen can stand for a
 * blank. The server searches the names as they are stored, so it would not find the changed parts.
 */
export function longestPart(typed: string): string {
  const parts = typed.split(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029…_-]+|\s{2,}/u);
  return (
    parts
      .toSorted((one, other) => other.length - one.length)[0]
      ?.trim()
      .slice(0, 200) || typed.slice(0, 200)
  );
}

export async function clientNames({ stint }: ToolContext, projects: readonly Project[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(projects.flatMap(({ clientId }) => clientId ?? [])))
    names.set(id, clean((await stint.clients.get(id)).name));
  return names;
}

async function ambiguous(context: ToolContext, typed: string, found: Project[]): Promise<Ambiguous> {
  const shown = found.slice(0, 8);
  const clients = await clientNames(context, shown);
  const lines = shown.map(({ id, name, clientId }) => {
    const client = clients.get(clientId ?? "");
    return `${quote(name)}${client === undefined ? "" : ` of the client ${quote(client)}`} (${id})`;
  });
  const more = found.length > shown.length ? ` and ${found.length - shown.length} more` : "";
  return new Ambiguous(
    `Several projects match ${quote(typed)}: ${lines.join("; ")}${more}. Ask the person which one, then use its full name, with client if the names are equal, or its id.`,
  );
}

async function nearestTo({ stint }: ToolContext, typed: string): Promise<string> {
  const starts = [typed.slice(0, 3), typed.slice(1, 4)].filter((part) => part.trim().length === 3);
  const near = new Map<string, number>();
  // Compares only the beginnings of names: the time to compare two names grows with the product of their lengths, and a
  // draft can contain many names.
  const start = (name: string) => plain(name).slice(0, 40);
  for (const q of starts)
    for (const { name, status } of (await stint.projects.list({ q, limit: 100 })).data)
      if (status === "active" && !near.has(name)) near.set(name, editsBetween(start(typed), start(name)));
  const best = [...near].toSorted((one, other) => one[1] - other[1]).slice(0, 3);
  return best.length === 0
    ? "find_projects lists the existing ones."
    : `The closest: ${quoteAll(best.map(([name]) => name))}. find_projects lists the others.`;
}

export async function findClient({ stint }: ToolContext, typed: string): Promise<Client> {
  if (/^client_[0-9a-f]+$/.test(typed)) return stint.clients.get(typed);
  const clients = await Array.fromAsync(stint.clients.list());
  const none = `There is no client ${quote(typed)}. The clients: ${quoteNames(clients)}.`;
  return chooseOne(clients, typed, { all: "clients", none });
}

export function listTasks({ stint }: ToolContext, projectId: string): Promise<Task[]> {
  return Array.fromAsync(stint.tasks.list(projectId));
}

/** Returns the default task: the open one named General, or else the only open one. */
export function usualOf(tasks: readonly Task[]): Task | undefined {
  const open = tasks.filter(({ status }) => status === "open");
  return open.find(({ name }) => name === "General") ?? (open.length === 1 ? open[0] : undefined);
}

/** A task for new entries. The id is `taskToMake` if writing the entry creates the task General. */
export type ChosenTask = Pick<Task, "id" | "name">;

const general: ChosenTask = { id: taskToMake, name: "General" };

/**
 * Returns the task for new entries: the given one (by name, only if it is open) or else the default task. Throws if
 * there is no such task.
 */
export async function findTask(context: ToolContext, project: Project, typed: string | undefined): Promise<ChosenTask> {
  const open = (await listTasks(context, project.id)).filter(({ status }) => status === "open");
  if (open.length === 0 && (typed === undefined || plain(typed) === plain(general.name))) return general;
  if (typed !== undefined) return findNamedTask(context, project, typed);
  const usual = usualOf(open);
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

const sayOpen = (open: readonly Task[]) =>
  open.length === 0 ? "It has no open task." : `Its open tasks: ${quoteNames(open)}.`;

/**
 * Returns the task with that name, which must be open unless `any` is true. By its id, finds an open or a closed task.
 */
export async function findNamedTask(context: ToolContext, project: Project, typed: string, any = false): Promise<Task> {
  const tasks = await listTasks(context, project.id);
  const open = tasks.filter(({ status }) => status === "open");
  const none = `The project ${quote(project.name)} has no ${any ? "" : "open "}task ${quote(typed)}. ${sayOpen(open)}`;
  const byId = tasks.find(({ id }) => id === typed);
  return byId ?? chooseOne(any ? tasks : open, typed, { all: `tasks of ${quote(project.name)}`, none });
}

/** Returns the id and name of a member; `me` is the caller. */
export async function findPerson({ me, names }: ToolContext, typed: string): Promise<{ id: string; name: string }> {
  if (typed === "me" || typed === me.user.id || plain(typed) === plain(me.user.name))
    return { id: me.user.id, name: me.user.name };
  const people = [...(await names.people())].map(([id, name]) => ({ id, name }));
  const ask = "whom they mean";
  const none = `This key sees nobody named ${quote(typed)}. It sees: ${quoteNames(people)}. Ask the person ${ask}.`;
  return people.find(({ id }) => id === typed) ?? chooseOne(people, typed, { all: "people", ask, none });
}
