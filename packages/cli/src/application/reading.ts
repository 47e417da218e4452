import { buildCommand } from "@stricli/core";
import type { ListFlags } from "#src/commands/list.ts";
import type { ProjectsFlags } from "#src/commands/projects.ts";
import type { ReportFlags } from "#src/commands/report.ts";
import type { StatusFlags } from "#src/commands/status.ts";
import type { Context } from "#src/context/context.ts";
import { groupings } from "#src/report/groupings.ts";
import { fresh, json, option, optionalWord, toggle, words } from "./flags.ts";
import { tracked } from "./guarded.ts";

const period = words(":month, yesterday, 2026-03, 2026-03-01..2026-03-15 or a day", "period");

export const reading = {
  status: buildCommand<StatusFlags, [], Context>({
    loader: tracked(async () => (await import("#src/commands/status.ts")).status),
    parameters: { flags: { short: toggle("One line for prompts, empty if no timer runs; ! if syncs fail"), json } },
    docs: { brief: "Show the running timer and today's total, without the network" },
  }),
  list: buildCommand<ListFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/list.ts")).list),
    parameters: { flags: { json, fresh }, positional: period },
    docs: { brief: "List entries of a period; default: today" },
  }),
  report: buildCommand<ReportFlags, string[], Context>({
    loader: tracked(async () => (await import("#src/commands/report.ts")).report),
    parameters: {
      flags: {
        by: { kind: "enum", values: groupings, default: "project", brief: "The groupings of the report" },
        tz: option("Use days of this time zone; default: yours", "zone"),
        json,
        fresh,
      },
      positional: period,
    },
    docs: { brief: "Sum up a period; default: this week" },
  }),
  projects: buildCommand<ProjectsFlags, [string?], Context>({
    loader: tracked(async () => (await import("#src/commands/projects.ts")).projects),
    parameters: {
      flags: { all: toggle("Include archived projects and done tasks"), json, fresh },
      positional: { kind: "tuple", parameters: [optionalWord("Part of the name", "name")] },
    },
    docs: { brief: "List projects and their tasks" },
  }),
};
