import { buildCommand } from "@stricli/core";
import type { ApiFlags } from "#src/commands/api.ts";
import type { HookFlags } from "#src/commands/hook.ts";
import type { IdleFlags } from "#src/commands/idle.ts";
import type { ListenFlags, TriggerFlags } from "#src/commands/listen.ts";
import type { LoginFlags, LogoutFlags } from "#src/commands/login.ts";
import type { OpenFlags } from "#src/commands/open.ts";
import type { SyncFlags } from "#src/commands/sync.ts";
import type { TimesheetFlags } from "#src/commands/timesheets.ts";
import type { Context } from "#src/context/context.ts";
import { json, option, optionalWord, several, toggle, word, words, writeFlags } from "./flags.ts";
import { guarded } from "./guarded.ts";

const timesheetFlags = {
  note: option("A note for the recipient", "text"),
  yes: toggle("Don't ask"),
  dryRun: writeFlags.dryRun,
  json,
};
const secret = option("The signing secret; default: a stored one", "whsec_…");

export const server = {
  sync: buildCommand<SyncFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/sync.ts")).syncNow),
    parameters: {
      flags: {
        quiet: toggle("Print only errors"),
        rebuild: toggle("Read everything again; keep the queue"),
        dryRun: toggle("Only show what would be sent"),
      },
    },
    docs: { brief: "Send what is queued and update the local copy" },
  }),
  api: buildCommand<ApiFlags, [string, string], Context>({
    loader: guarded(async () => (await import("#src/commands/api.ts")).api),
    parameters: {
      flags: {
        field: several("A field of the body, or of the query of a GET: name=value", "field"),
        input: option("The body, from a file; - is stdin", "file"),
        header: several("A header: Name: value", "header"),
        dryRun: writeFlags.dryRun,
      },
      aliases: { f: "field" },
      positional: {
        kind: "tuple",
        parameters: [word("GET, POST, PATCH, PUT or DELETE", "method"), word("/v1/projects, or projects", "path")],
      },
    },
    docs: { brief: "Send any request to the API" },
  }),
  submit: buildCommand<TimesheetFlags, string[], Context>({
    loader: guarded(async () => (await import("#src/commands/timesheets.ts")).submit),
    parameters: {
      flags: timesheetFlags,
      aliases: { y: "yes" },
      positional: words("A day of the period; default: the first open period that has ended", "day"),
    },
    docs: { brief: "Submit a timesheet" },
  }),
  approve: buildCommand<TimesheetFlags, string[], Context>({
    loader: guarded(async () => (await import("#src/commands/timesheets.ts")).approve),
    parameters: {
      flags: timesheetFlags,
      aliases: { y: "yes" },
      positional: words("Part of the member's name; default: everyone", "member"),
    },
    docs: { brief: "Approve submitted timesheets" },
  }),
  open: buildCommand<OpenFlags, [string?], Context>({
    loader: guarded(async () => (await import("#src/commands/open.ts")).open),
    parameters: {
      flags: { print: toggle("Only print the address") },
      positional: { kind: "tuple", parameters: [optionalWord("time, calendar, reports, …", "screen")] },
    },
    docs: { brief: "Open the dashboard" },
  }),
  listen: buildCommand<ListenFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/listen.ts")).listen),
    parameters: {
      flags: {
        forwardTo: option("The URL that receives each event, like a webhook", "url"),
        events: option("Only these types, separated by commas", "types"),
        secret,
        resume: toggle("Continue after the last event of the previous run"),
      },
    },
    docs: { brief: "Show events, and forward them to a local address" },
  }),
  trigger: buildCommand<TriggerFlags, [string], Context>({
    loader: guarded(async () => (await import("#src/commands/listen.ts")).trigger),
    parameters: {
      flags: {
        forwardTo: option("The URL; default: that of listen", "url"),
        secret,
        dryRun: writeFlags.dryRun,
      },
      positional: { kind: "tuple", parameters: [word("Such as time_entry.created", "event")] },
    },
    docs: { brief: "Send an example of an event to a local address" },
  }),
  hook: buildCommand<HookFlags, [string], Context>({
    loader: guarded(async () => (await import("#src/commands/hook.ts")).hook),
    parameters: {
      flags: { dryRun: writeFlags.dryRun },
      positional: { kind: "tuple", parameters: [word("install, uninstall, suggest, shell or fish", "verb")] },
    },
    docs: { brief: "Suggest a timer when a git branch is checked out" },
  }),
  idle: buildCommand<IdleFlags, [string?], Context>({
    loader: guarded(async () => (await import("#src/commands/idle.ts")).idle),
    parameters: {
      flags: { ask: toggle("Ask now what to do with time away, if there is any"), dryRun: writeFlags.dryRun },
      positional: { kind: "tuple", parameters: [optionalWord("After how many minutes; off", "minutes")] },
    },
    docs: {
      brief: "When to ask about time away",
      fullDescription:
        "While a timer runs, stint notices when the screen is locked, or nothing is typed for 10 minutes. The next command on a terminal then asks what to do with that time.",
    },
  }),
  mcp: buildCommand<object, [], Context>({
    loader: guarded(async () => (await import("#src/commands/mcp.ts")).mcp),
    parameters: { flags: {}, positional: { kind: "tuple", parameters: [] } },
    docs: { brief: "Serve the tools for agents (MCP) over standard input and output" },
  }),
  completion: buildCommand<object, [string], Context>({
    loader: guarded(async () => (await import("#src/commands/completion.ts")).completion),
    parameters: { flags: {}, positional: { kind: "tuple", parameters: [word("bash, zsh or fish", "shell")] } },
    docs: { brief: "Print what a shell needs to complete commands and names" },
  }),
  login: buildCommand<LoginFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/login.ts")).login),
    parameters: {
      flags: {
        server: option("The address, such as https://time.example.com", "url"),
        key: option("The API key; better piped in, because other users can see arguments", "key"),
        withKey: toggle("Ask for an API key instead of opening a page"),
        noBrowser: toggle("Don't open the page, only print its address; ignore standard input"),
        dryRun: writeFlags.dryRun,
      },
    },
    docs: {
      brief: "Log in",
      fullDescription:
        "It shows a code and a page of the server on which you connect this program, which then gets its own API key. If a key is piped in, it is used instead.",
    },
  }),
  logout: buildCommand<LogoutFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/login.ts")).logout),
    parameters: {
      flags: { yes: toggle("Discard writes that have not been sent"), dryRun: writeFlags.dryRun },
      aliases: { y: "yes" },
    },
    docs: { brief: "Delete the key and the local copy" },
  }),
};
