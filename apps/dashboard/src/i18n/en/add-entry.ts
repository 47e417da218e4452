import type { Forms } from "#i18n/catalogue.ts";

export const addEntry = {
  day: "What did you work on?",
  example: "9-10:30 @acme billing\n45m call #sales\nyesterday 2h docs",
  hint: 'One line per entry. @ names a project, # a tag; two words: @"Online shop".',
  orFields: "Or fill in the fields:",
  defaults: "Used until a line names a project or day:",
  add: (entries: string) => `Add ${entries}`,
  faulty: { one: "line stays here until it’s right.", other: "lines stay here until they’re right." } as Forms,
  noProject: (name: string) => `there is no project “${name}”.`,
  noTask: (task: string, project: string) => `there is no open task “${task}” in “${project}”.`,
  createTask: (name: string) => `Create the task “${name}”`,
  reopenTask: (name: string) => `Reopen the task “${name}”`,
  missing: {
    time: "add a duration such as 45m, or times such as 9-10:30.",
    start: "add a start time, as in 9-10:30 or 9:15 45m, because this day’s entries can’t be loaded.",
    project: "add a project: type @ and its name.",
  },
  locked: {
    lockDate: "this day is before the lock date.",
    timesheet: "this day is in a timesheet that was submitted.",
  },
  long: (duration: string) => `${duration} is very long.`,
  agree: "It’s right",
  startAt: (time: string) => `Start at ${time}`,
  endAt: (time: string) => `End at ${time}`,
  endEarlierAt: (time: string) => `End the other at ${time}`,
};
