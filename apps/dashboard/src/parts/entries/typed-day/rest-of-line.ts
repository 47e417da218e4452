import { parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { chooseProject, type KnownNames } from "@stint/grammar/choose-project.ts";
import type { Placed } from "@stint/grammar/place-items.ts";
import { typedName } from "#time/typed-token.ts";

interface Context extends KnownNames {
  /** The day for lines that don't name one. */
  first: string;
  /** The project and task for lines that don't name one; undefined if they change once other lines are added. */
  place: { projectId: string } | undefined;
  /** Formats an instant as `9:00`; undefined if it isn't a whole minute, or clocks show it twice. */
  clockOf: (ms: number) => string | undefined;
}

/**
 * Returns the text of a line that stays in the field after the other lines were added. The text names the day and start
 * that the line took from the lines before it, and the project and task that it took from those lines or that were used
 * last. `entry` is the entry that the line would become if it had a time.
 */
export function restOfLine(
  { item, startMs, inherited }: Placed,
  entry: Placed["entry"],
  { first, clockOf, place, ...names }: Context,
): string {
  const rest = item.typed.slice(item.typedDay.length);
  const day = item.typedDay === "" && item.day !== first ? `${item.day} ` : item.typedDay;
  const isLength = item.start === undefined && startMs !== undefined;
  const start = isLength ? clockOf(startMs) : undefined;
  const isOwn = item.project !== undefined || (entry !== undefined && entry.description !== item.description);
  const isKept = isOwn || (inherited === undefined && place !== undefined);
  const name = isKept ? undefined : entry === undefined ? inherited : nameOfPlace(entry, names);
  return `${day}${start === undefined ? "" : `${start} `}${rest}${name === undefined ? "" : ` @${typedName(name)}`}`;
}

/** Whether a description stays as it is when typed after a time. `Fix #12` would end with a tag. */
export function canBeTyped(description: string): boolean {
  const items = parseDayLine(`1m ${description}`, "2026-01-01");
  return items.length === 1 && items[0]?.description === description;
}

/** Returns a name that is read as this project and task. */
export function nameOfPlace(
  { projectId, taskId }: { projectId: string; taskId: string | undefined },
  names: KnownNames,
): string | undefined {
  const project = names.projects.find(({ id }) => id === projectId);
  if (project === undefined) return undefined;
  const client = names.clients.find(({ id }) => id === project.clientId);
  const tasks = names.tasksOf(projectId);
  const task = tasks.find(({ id }) => id === taskId);
  const ofClient = client === undefined ? [] : [`${client.name}/${project.name}`];
  const candidates = [project.name, ...(task === undefined ? [] : [`${project.name}/${task.name}`]), ...ofClient];
  const read = (name: string) => chooseProject(parseDescription(`@${typedName(name)}`), names);
  const inProject = candidates.filter((name) => read(name).project?.id === projectId);
  // Without a task, the name would mean the task that the added lines used last.
  const isExact = (name: string) => tasks.length < 2 || read(name).task?.id === task?.id;
  return inProject.find(isExact) ?? inProject[0] ?? project.name;
}
