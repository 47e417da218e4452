export const palette = {
  placeholder: "Search, run, or type your day: 9-10:30 @project review, 45m call",
  commands: "Commands",
  nothing: "Nothing found.",
  hint: "Type your day: 9-10:30 review @project #tag, 45m call, yesterday 2h docs. Enter writes it.",
  goTo: "Go to",
  command: "Command",
  startOn: "Start timer",
  goOn: "Go on with",
  write: (entries: string) => `Write ${entries}`,
  written: (entries: string) => `${entries} written`,
  entry: { one: "entry", other: "entries" },
  missing: {
    time: "how long? Write 45m or 9-10:30.",
    project: "which project? Write @ and its name.",
    task: "the project has no open task.",
  },
};
