import type { Forms } from "#i18n/catalogue.ts";

export const palette = {
  placeholder: "Search, or type your day: 9-10:30 @project review, 45m call",
  commands: "Commands",
  nothing: "Nothing found.",
  hint: "Type your day: 9-10:30 review @project #tag, 45m call, yesterday 2h docs. Enter adds it.",
  goTo: "Go to",
  command: "Command",
  startOn: "Start timer",
  goOn: "Continue",
  write: (entries: string) => `Add ${entries}`,
  written: (entries: string) => `${entries} added`,
  entry: { one: "entry", other: "entries" } as Forms,
  noProject: (name: string) => `there is no project “${name}”.`,
  missing: {
    time: "how long? Type 45m or 9-10:30.",
    start: "when? This day’s entries can’t be loaded. Type 9-10:30 or 9:15 45m.",
    project: "which project? Type @ and its name.",
    task: "the project has no open tasks.",
    locked: "this day is before the lock date.",
  },
};
