import type { Forms } from "#i18n/catalogue.ts";

export const palette = {
  placeholder: "Search, or add entries: 9-10:30 @project review, 45m call",
  commands: "Commands",
  groups: { recent: "Recent", screens: "Go to", commands: "Commands", projects: "Projects", entries: "Entries" },
  nothing: "Nothing found.",
  hint: "To add entries, type them like this: 9-10:30 review @project #tag, 45m call, yesterday 2h docs. Then press Enter.",
  goTo: "Go to",
  command: "Command",
  startOn: "Start timer",
  goOn: "Continue",
  write: (entries: string) => `Add ${entries}`,
  written: (entries: string) => `${entries} added`,
  entry: { one: "entry", other: "entries" } as Forms,
  sum: (entries: string, time: string) => `${entries}, ${time} will be added.`,
  skipped: "clocks skip this time that day, so type another.",
};
