import type { LucideIcon } from "lucide-react";
import { findByName } from "@stint/grammar/find-by-name.ts";

export type CommandGroup = "recent" | "screens" | "commands" | "projects" | "entries";

export interface Command {
  id: string;
  name: string;
  /** Other words that people look for. */
  words?: string | undefined;
  /** The effect, shown next to the name: "Go to", "Start timer", "now: dark". */
  effect: string;
  icon?: LucideIcon | undefined;
  keys?: string;
  projectId?: string;
  /** Whether the command is listed before the person types anything. */
  isUsual?: boolean;
  /** Default: `commands`. There may be many entries, so all other commands are listed before them. */
  group?: CommandGroup;
  run: () => void;
}

/** The most commands to list for a typed text. */
const most = 12;
const mostRecent = 4;

/** Finds commands by their names, then by the other words for them, then earlier entries by their descriptions. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const { others = [], earlier = [] } = Object.groupBy(commands, ({ group }) =>
    group === "entries" ? "earlier" : "others",
  );
  const isMeant = ({ words }: Command) => words !== undefined && findByName([{ name: words }], typed).length > 0;
  const found = [...findByName(others, typed), ...others.filter(isMeant), ...findByName(earlier, typed)];
  return [...new Set(found)].slice(0, most);
}

/**
 * The commands to list before the person types anything: those that were run last, then the usual ones. Those that are
 * found only by typing, such as projects, are not among `commands`.
 */
export function firstCommands(commands: readonly Command[], recent: readonly string[]): Command[] {
  const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, mostRecent);
  const others = commands.filter((command) => command.isUsual === true && !last.includes(command));
  return [...last.map((command) => ({ ...command, group: "recent" as const })), ...others];
}

/** Puts the commands of a group together: those that were run last, then the group of the best command. */
export function inGroups(found: readonly Command[]): Command[] {
  const { recent = [], ...groups } = Object.groupBy(found, ({ group = "commands" }) => group);
  return [...recent, ...Object.values(groups).flat()];
}

/** What to track if the text begins with a verb that starts the timer: "logo" in "start logo". */
export function trackedIn(typed: string, verbs: readonly string[]): string | undefined {
  const lower = `${typed.toLowerCase()} `;
  const verb = verbs.find((each) => lower.startsWith(`${each} `));
  return verb === undefined ? undefined : typed.slice(verb.length).trim();
}
