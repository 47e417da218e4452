import type { Forms } from "#i18n/catalogue.ts";

export const palette = {
  placeholder: "Search, or add entries: 9-10:30 @project review, 45m call",
  commands: "Commands",
  nothing: "Nothing found.",
  hint: "To add entries, type them like this: 9-10:30 review @project #tag, 45m call, yesterday 2h docs. Then press Enter.",
  goTo: "Go to",
  command: "Command",
  startOn: "Start timer",
  goOn: "Continue",
  write: (entries: string) => `Add ${entries}`,
  written: (entries: string) => `${entries} added`,
  entry: { one: "entry", other: "entries" } as Forms,
  noProject: (name: string) => `there is no project “${name}”.`,
  missing: {
    time: "add a duration such as 45m, or times such as 9-10:30.",
    start: "add a start time, as in 9-10:30 or 9:15 45m, because this day’s entries can’t be loaded.",
    skipped: "clocks skip this time that day, so type another.",
    project: "add a project: type @ and its name.",
  },
  locked: {
    lockDate: "this day is before the lock date.",
    timesheet: "this day is in a timesheet that was submitted.",
  },
  long: (duration: string) => `${duration} is very long.`,
  agree: "It’s right",
  startAt: (time: string) => `Start at ${time}`,
};
