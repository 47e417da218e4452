import { buildCommand } from "@stricli/core";
import type { WriteFlags } from "#src/commands/act.ts";
import type { ConflictFlags } from "#src/commands/conflicts.ts";
import type { DayFlags } from "#src/commands/day.ts";
import type { DeleteFlags } from "#src/commands/delete.ts";
import type { EditFlags } from "#src/commands/edit.ts";
import type { LogFlags } from "#src/commands/log.ts";
import type { StartFlags } from "#src/commands/start.ts";
import type { StopFlags } from "#src/commands/stop.ts";
import type { Context } from "#src/context/context.ts";
import { billable, option, optionalWord, several, tag, toggle, untag, words, writeFlags, yes } from "./flags.ts";
import { tracked } from "./guarded.ts";

const startFlags = {
  at: option("When it began: 9:05, or -15m for 15 minutes ago", "time"),
  tag,
  billable,
  ...writeFlags,
};
const description = words("@project or @project/task, #tags and a description", "text");
const loadStart = () => import("#src/commands/start.ts");

export const tracking = {
  start: buildCommand<StartFlags, string[], Context>({
    loader: tracked(async () => (await loadStart()).start),
    parameters: { flags: startFlags, aliases: { t: "tag" }, positional: description },
    docs: {
      brief: "Start the timer; a running one is stopped",
      fullDescription:
        'Quote the text, because shells read # as a comment: stint start "@website #review text". Without a text, the last work is continued.',
    },
  }),
  switch: buildCommand<StartFlags, string[], Context>({
    loader: tracked(async () => (await loadStart()).switchTo),
    parameters: { flags: startFlags, aliases: { t: "tag" }, positional: description },
    docs: { brief: "Stop the running timer and start another" },
  }),
  stop: buildCommand<StopFlags, [], Context>({
    loader: tracked(async () => (await import("#src/commands/stop.ts")).stop, { isStop: true }),
    parameters: {
      flags: {
        at: option("When it ended: 17:05, or -15m for 15 minutes ago", "time"),
        discard: toggle("Discard the time instead"),
        ...writeFlags,
      },
    },
    docs: { brief: "Stop the timer" },
  }),
  log: buildCommand<LogFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/log.ts")).log),
    parameters: {
      flags: {
        day: option("The day of entries without one; default: today", "day"),
        tag,
        ref: option("Your reference for the entry, such as an issue", "key"),
        billable,
        yes,
        ...writeFlags,
      },
      aliases: { t: "tag", y: "yes" },
      positional: words('Times and texts: "9-10:30 @acme billing, 45m mail"; - reads from stdin', "text", 1),
    },
    docs: { brief: "Log time afterwards, as text" },
  }),
  edit: buildCommand<EditFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/edit.ts")).edit),
    parameters: {
      flags: {
        from: option("A new start; the end stays", "time"),
        to: option("Another end", "time"),
        for: option("Another duration", "duration"),
        day: option("Another day", "day"),
        tag: several("Add a tag; #tags in the text replace all", "tag"),
        untag,
        ref: option('Your reference; "" clears it', "key"),
        billable,
        yes,
        ...writeFlags,
      },
      aliases: { t: "tag", y: "yes" },
      positional: words("last, timer, or an id from stint list; then the new text", "entry", 1),
    },
    docs: { brief: "Change an entry or the running timer" },
  }),
  delete: buildCommand<DeleteFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/delete.ts")).remove),
    parameters: {
      flags: { yes, ...writeFlags },
      aliases: { y: "yes" },
      positional: words("last, or ids from stint list", "entry", 1),
    },
    docs: { brief: "Delete entries" },
  }),
  day: buildCommand<DayFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/day.ts")).day),
    parameters: {
      flags: {
        yes,
        print: toggle("Only print the text"),
        ...writeFlags,
      },
      aliases: { y: "yes" },
      positional: words("today, yesterday, mon, 2026-03-02", "day"),
    },
    docs: { brief: "Edit a day as text, in $EDITOR" },
  }),
  undo: buildCommand<WriteFlags, [], Context>({
    loader: tracked(async () => (await import("#src/commands/undo.ts")).undo),
    parameters: { flags: writeFlags },
    docs: { brief: "Undo the last action on this machine" },
  }),
  conflicts: buildCommand<ConflictFlags, [string?], Context>({
    loader: tracked(async () => (await import("#src/commands/conflicts.ts")).conflicts),
    parameters: {
      flags: {
        mine: toggle("Send your write after all"),
        theirs: toggle("Give yours up"),
        ...writeFlags,
      },
      positional: { kind: "tuple", parameters: [optionalWord("The number of the write", "number")] },
    },
    docs: { brief: "Show and resolve writes that the server refused" },
  }),
};
