// Every command as users see it. Commands are loaded only when they run, because loading takes time.
import type { Context } from "#src/context/context.ts";
import { groupings } from "#src/report/groupings.ts";
import { jsonFields } from "#src/shown/json-fields.ts";
import { type FlagsOf, jsonOf, option, type Options, optionalWord, several, toggle, word, words } from "./options.ts";

export interface Command<Declared extends Options = Options> {
  brief: string;
  description?: string;
  options: Declared;
  /** Any number of words. */
  words?: ReturnType<typeof words>;
  /** The arguments of a command that takes a fixed number of them. */
  args?: readonly (ReturnType<typeof word> | ReturnType<typeof optionalWord>)[];
  /** Whether the command reads or changes the user's entries; `stop` stops the timer. */
  tracks?: "entries" | "stop";
  load: () => Promise<Run>;
}

/** A loaded command. Its file names the type of its options, which follows from their declaration here. */
export type Run = (this: Context, flags: never, ...args: never[]) => void | Promise<void>;

const fresh = toggle("Ask the server first");
const [yes, dryRun] = [toggle("Don't ask"), toggle("Only show what would be done")];
const tag = several("Add a tag, like #tag in the text", "tag");
const billable = { kind: "boolean", brief: "Billable or not, overriding the project", optional: true } as const;
const csv = toggle("Print CSV for spreadsheets, with exact durations");
const filters = {
  project: several("Only this project, or project/task", "project"),
  client: several("Only projects of this client", "client"),
  tag: several("Only entries with this tag", "tag"),
} as const;
const secret = option("The signing secret; default: a stored one", "whsec_…");
const write = {
  dryRun,
  wait: toggle("Wait until the server has accepted it"),
  json: jsonOf(jsonFields.written),
} as const;
const start = {
  at: option("When it began: 9:05, or -15m for 15 minutes ago", "time"),
  tag,
  billable,
  ...write,
  json: jsonOf(jsonFields.timer),
} as const;
const timesheet = { note: option("A note for the recipient", "text"), yes, dryRun } as const;
const description = words("@project or @project/task, #tags and a description", "text");
const period = words(":month, last week, Q3, yesterday, 2026-03, 2026-03-01..2026-03-15 or a day", "period");

const declare = <const Declared extends Options>(command: Command<Declared>): Command<Declared> => command;

/** Declares a command that reads or changes the user's entries. */
const track = <const Declared extends Options>(command: Command<Declared>) =>
  declare({ ...command, tracks: "entries" });

export const commands = {
  start: track({
    brief: "Start the timer; a running one is stopped",
    description:
      'Quote the text, because shells read # as a comment: stint start "@website #review text". Without a text, the last work is continued; with last, or an id from stint list, that of the entry.',
    options: start,
    words: description,
    load: async (): Promise<Run> => (await import("#src/commands/track/timer.ts")).start,
  }),
  switch: track({
    brief: "Stop the running timer and start another",
    options: start,
    words: description,
    load: async (): Promise<Run> => (await import("#src/commands/track/timer.ts")).switchTo,
  }),
  stop: declare({
    brief: "Stop the timer",
    options: {
      at: option("When it ended: 17:05, or -15m for 15 minutes ago", "time"),
      discard: toggle("Discard the time instead"),
      ...write,
      json: jsonOf(jsonFields.entryOrTimer),
    },
    tracks: "stop",
    load: async (): Promise<Run> => (await import("#src/commands/track/timer.ts")).stop,
  }),
  log: track({
    brief: "Log time afterwards, as text",
    options: {
      day: option("The day of entries without one; default: today", "day"),
      tag,
      ref: option("Your reference for the entry, such as an issue", "key"),
      billable,
      yes,
      ...write,
    },
    words: words('Times and texts: "9-10:30 @acme billing, 45m mail"; - reads from stdin', "text", 1),
    load: async (): Promise<Run> => (await import("#src/commands/track/log.ts")).log,
  }),
  edit: track({
    brief: "Change an entry or the running timer",
    options: {
      from: option("A new start; the end stays", "time"),
      to: option("Another end", "time"),
      for: option("Another duration", "duration"),
      day: option("Another day", "day"),
      tag: several("Add a tag; #tags in the text replace all", "tag"),
      untag: several("Remove a tag", "tag"),
      ref: option('Your reference; "" clears it', "key"),
      billable,
      yes,
      ...write,
      json: jsonOf(jsonFields.entryOrTimer),
    },
    words: words("last, timer, or an id from stint list; then the new text", "entry|timer", 1),
    load: async (): Promise<Run> => (await import("#src/commands/track/edit.ts")).edit,
  }),
  split: track({
    brief: "Make two entries of one",
    options: write,
    args: [
      word("last, or an id from stint list", "entry"),
      word("Where: a time, such as 11:00, or the length of the first part, such as 45m", "time"),
    ],
    load: async (): Promise<Run> => (await import("#src/commands/track/edit.ts")).split,
  }),
  delete: track({
    brief: "Delete entries",
    options: { yes, ...write },
    words: words("last, or ids from stint list", "entry", 1),
    load: async (): Promise<Run> => (await import("#src/commands/track/edit.ts")).deleteEntries,
  }),
  day: track({
    brief: "Edit a day as text, in $EDITOR",
    options: { yes, print: toggle("Only print the text"), ...write },
    words: words("today, yesterday, mon, 2026-03-02", "day"),
    load: async (): Promise<Run> => (await import("#src/commands/track/day.ts")).day,
  }),
  undo: track({
    brief: "Undo the last action on this machine",
    options: { ...write, json: jsonOf(jsonFields.undo) },
    load: async (): Promise<Run> => (await import("#src/commands/track/queued.ts")).undoLast,
  }),
  conflicts: track({
    brief: "Show and resolve writes that the server refused",
    options: {
      mine: toggle("Send your write after all"),
      theirs: toggle("Give yours up"),
      edit: option("Send it with another project, tags or description", "text"),
      ...write,
      json: jsonOf(jsonFields.conflict),
    },
    args: [optionalWord("The number of the write", "number")],
    load: async (): Promise<Run> => (await import("#src/commands/track/queued.ts")).conflicts,
  }),
  status: track({
    brief: "Show the running timer and today's total, without the network",
    options: {
      short: toggle("One line for prompts, empty if no timer runs; ! if syncs fail"),
      json: jsonOf(jsonFields.status),
    },
    load: async (): Promise<Run> => (await import("#src/commands/view/status.ts")).status,
  }),
  list: track({
    brief: "List entries of a period; default: today",
    options: { ...filters, csv, json: jsonOf(jsonFields.entry), fresh },
    words: period,
    load: async (): Promise<Run> => (await import("#src/commands/view/list.ts")).listEntries,
  }),
  gaps: track({
    brief: "List time without entries between those of a day, from ten minutes; default: today",
    options: { json: jsonOf(jsonFields.gap), fresh },
    words: period,
    load: async (): Promise<Run> => (await import("#src/commands/view/list.ts")).listGaps,
  }),
  report: track({
    brief: "Sum up a period; default: this week",
    options: {
      by: { kind: "enum", values: groupings, variadic: ",", default: ["project"], brief: "One or two groupings" },
      ...filters,
      everyone: toggle("Ask the server for the time of everyone that you may see"),
      user: option("Ask the server for the time of this person", "name"),
      budgets: toggle("Ask the server for the projects' budgets instead, and how much is left of them"),
      tz: option("Use days of this time zone; default: yours", "zone"),
      csv,
      json: jsonOf(jsonFields.report),
      fresh,
    },
    words: period,
    load: async (): Promise<Run> => (await import("#src/commands/view/report.ts")).reportSums,
  }),
  projects: track({
    brief: "List projects and their tasks",
    options: { all: toggle("Include archived projects and done tasks"), json: jsonOf(jsonFields.project), fresh },
    args: [optionalWord("Part of the name", "name")],
    load: async (): Promise<Run> => (await import("#src/commands/view/list.ts")).projects,
  }),
  sync: declare({
    brief: "Send what is queued and update the local copy",
    options: {
      quiet: toggle("Print only errors"),
      rebuild: toggle("Read everything again; keep the queue"),
      dryRun: toggle("Only show what would be sent"),
    },
    load: async (): Promise<Run> => (await import("#src/commands/tools/sync.ts")).syncNow,
  }),
  api: declare({
    brief: "Send any request to the API",
    options: {
      field: several("A field of the body, or of the query of a GET: name=value; 5 and true aren't text", "field"),
      rawField: several("A field whose value is always text", "field"),
      input: option("The body, from a file; - is stdin", "file"),
      header: several("A header: Name: value", "header"),
      paginate: toggle("Get all pages of a list, as one array"),
      dryRun,
    },
    args: [word("The method", "GET|POST|PATCH|PUT|DELETE"), word("/v1/projects, or projects", "path")],
    load: async (): Promise<Run> => (await import("#src/commands/tools/api.ts")).api,
  }),
  submit: declare({
    brief: "Submit a timesheet",
    options: { ...timesheet, json: jsonOf(jsonFields.timesheet) },
    words: words("A day of the period; default: the first open period that has ended", "day"),
    load: async (): Promise<Run> => (await import("#src/commands/account/timesheets.ts")).submit,
  }),
  approve: declare({
    brief: "Approve submitted timesheets",
    options: { ...timesheet, json: jsonOf(jsonFields.timesheet) },
    words: words("Part of the member's name; default: everyone", "member"),
    load: async (): Promise<Run> => (await import("#src/commands/account/timesheets.ts")).approve,
  }),
  open: declare({
    brief: "Open the dashboard",
    options: { print: toggle("Only print the address") },
    args: [optionalWord("time, reports, settings/api-keys, …; default: time", "page")],
    load: async (): Promise<Run> => (await import("#src/commands/account/open.ts")).open,
  }),
  listen: declare({
    brief: "Show events, and forward them to a local address",
    options: {
      forwardTo: option("The URL that receives each event, like a webhook", "url"),
      events: option("Only these types, separated by commas", "types"),
      secret,
      resume: toggle("Continue after the last event of the previous run"),
      json: toggle("Print each event with its body, as a line of JSON"),
    },
    load: async (): Promise<Run> => (await import("#src/commands/tools/events.ts")).listen,
  }),
  trigger: declare({
    brief: "Send an example of an event to a local address",
    options: { forwardTo: option("The URL; default: that of listen", "url"), secret, dryRun },
    args: [word("Such as time_entry.created", "event")],
    load: async (): Promise<Run> => (await import("#src/commands/tools/events.ts")).trigger,
  }),
  events: declare({
    brief: "Send an event to a webhook endpoint again",
    options: { endpoint: option("Only to this endpoint; default: to all that it was sent to", "hook_…"), dryRun },
    args: [word("What to do", "resend", ["resend"]), word("The id of the event or of its delivery", "evt_…")],
    load: async (): Promise<Run> => (await import("#src/commands/tools/events.ts")).events,
  }),
  hook: declare({
    brief: "Suggest timers in git, and show the timer in prompts",
    options: { dryRun },
    args: [word("What to do or print", "install|uninstall|suggest|shell|fish|prompt")],
    load: async (): Promise<Run> => (await import("#src/commands/tools/hook.ts")).hook,
  }),
  idle: declare({
    brief: "When to ask about time away",
    description:
      "While a timer runs, stint notices when the screen is locked, or nothing is typed for 10 minutes. The next command on a terminal then asks what to do with that time.",
    options: { ask: toggle("Ask now what to do with time away, if there is any"), dryRun },
    args: [optionalWord("After how many minutes; off", "minutes")],
    load: async (): Promise<Run> => (await import("#src/commands/track/idle.ts")).idle,
  }),
  mcp: declare({
    brief: "Serve the tools for agents (MCP) over standard input and output",
    options: {},
    load: async (): Promise<Run> => (await import("#src/commands/tools/mcp.ts")).mcp,
  }),
  completion: declare({
    brief: "Print what a shell needs to complete commands and names",
    options: {},
    args: [word("The shell", "bash|zsh|fish")],
    load: async (): Promise<Run> => (await import("#src/commands/tools/completion.ts")).completion,
  }),
  login: declare({
    brief: "Log in",
    description:
      "It shows a code and a page of the server on which you connect this program, which then gets its own API key. If a key is piped in, it is used instead.",
    options: {
      server: option("The address, such as https://time.example.com", "url"),
      key: option("The API key; better piped in, because other users can see arguments", "key"),
      withKey: toggle("Ask for an API key instead of opening a page"),
      scopes: option("Also ask for these scopes, such as timesheets or webhooks:read", "scopes"),
      noBrowser: toggle("Don't open the page, only print its address; ignore standard input"),
      dryRun,
    },
    load: async (): Promise<Run> => (await import("#src/commands/account/accounts.ts")).login,
  }),
  whoami: declare({
    brief: "Show whose key is used, on which server, and what it permits",
    options: { json: jsonOf(jsonFields.whoami) },
    load: async (): Promise<Run> => (await import("#src/commands/account/accounts.ts")).whoami,
  }),
  profiles: declare({
    brief: "List the profiles, and which one is used and why",
    options: { json: jsonOf(jsonFields.profile) },
    load: async (): Promise<Run> => (await import("#src/commands/account/accounts.ts")).profiles,
  }),
  logout: declare({
    brief: "Delete the key and the local copy",
    options: { yes: toggle("Discard writes that have not been sent"), dryRun },
    load: async (): Promise<Run> => (await import("#src/commands/account/accounts.ts")).logout,
  }),
};

/** The values of a command's options. */
export type Flags<Name extends keyof typeof commands> = FlagsOf<(typeof commands)[Name]["options"]>;

/** The values of the options of every command that writes. */
export type WriteFlags = FlagsOf<typeof write>;
