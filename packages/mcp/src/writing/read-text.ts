import { beginsWithName } from "@stint/grammar/find-by-name.ts";
import { type DayItem, parseDayLine } from "@stint/grammar/parse-day-line.ts";
import type { ClockTime } from "@stint/grammar/parse-clock.ts";
import { offsetText } from "@stint/grammar/zone.ts";
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { listProjects, listTasks } from "#src/names/find.ts";
import type { KnownTask, ToolContext } from "#src/protocol/tool.ts";
import { clockText, exactDuration } from "@stint/grammar/time-text.ts";
import type { TypedEntry } from "./draft.ts";

/** Parses text into entries of the kind that agents submit. */
export function readText(context: ToolContext, typed: string, day: string): Promise<TypedEntry[]> {
  return Promise.all(
    parseDayLine(typed, context.today, day).map(async (item) => {
      const { project, description } = await readPlace(context, item);
      return {
        day: item.day,
        ...(item.start === undefined ? {} : { start: timeText(item.start) }),
        ...timeOf(item),
        ...(project === undefined ? {} : { project }),
        description,
        ...(item.tags.length === 0 ? {} : { tags: item.tags }),
      };
    }),
  );
}

/** Returns the named project with the words after it that belong to its name, and the rest of the description. */
async function readPlace(context: ToolContext, item: DayItem): Promise<Pick<DayItem, "project" | "description">> {
  const { project: named, after, description } = item;
  if (named === undefined || after === "") return item;
  const isBegun = ({ name }: { name: string }) => beginsWithName(`${named} ${after}`, name);
  const projects = await listProjects(context);
  const clients = [...(await context.directory()).clients.values()];
  const tasks = new Map<string, KnownTask[]>();
  for (const each of projects.filter(isBegun)) tasks.set(each.id, await listTasks(context, each.id));
  const names = { projects, clients, tasksOf: (id: string) => tasks.get(id) ?? [], usual: undefined };
  const chosen = chooseProject(item, names);
  if (chosen.project === undefined || chosen.description === description) return item;
  const project = [chosen.project.name, chosen.task?.name].filter((part) => part !== undefined).join("/");
  return { project, description: chosen.description };
}

const timeText = ({ clockMinutes, offsetMinutes }: ClockTime) =>
  clockText(clockMinutes % 1440) + (offsetMinutes === undefined ? "" : offsetText(offsetMinutes));

function timeOf({ end, seconds }: DayItem): Pick<TypedEntry, "end" | "duration"> {
  if (end !== undefined) return { end: timeText(end) };
  return seconds === undefined ? {} : { duration: exactDuration(seconds) };
}
