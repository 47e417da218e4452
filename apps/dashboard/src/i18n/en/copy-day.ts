import type { Forms } from "#i18n/catalogue.ts";

export const copyDay = {
  title: (entries: string) => `Copy ${entries}`,
  entry: { one: "entry", other: "entries" } as Forms,
  day: "To",
  firstDay: "First day",
  to: (day: string) => `Copy to ${day}`,
  others: (entries: string) => `Copy the other ${entries}`,
  tooMany: "You can copy at most 500 entries at once. Select fewer.",
  notCopied: { one: "entry can’t be copied:", other: "entries can’t be copied:" } as Forms,
  locked: (day: string) => `${day} is before the lock date.`,
  archived: (project: string) => `The project “${project}” is archived.`,
  done: (task: string, project: string) => `The task “${task}” in “${project}” is done.`,
  gone: (entry: string) => `You can no longer see the project that “${entry}” belongs to.`,
};
