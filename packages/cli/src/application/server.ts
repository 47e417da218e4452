import { buildCommand } from "@stricli/core";
import type { ApiFlags } from "#src/commands/api.ts";
import type { LoginFlags, LogoutFlags } from "#src/commands/login.ts";
import type { SyncFlags } from "#src/commands/sync.ts";
import type { Context } from "#src/context.ts";
import { option, several, toggle, word, writeFlags } from "./flags.ts";
import { guarded } from "./guarded.ts";

export const server = {
  sync: buildCommand<SyncFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/sync.ts")).syncNow),
    parameters: {
      flags: {
        quiet: toggle("Print nothing but errors"),
        rebuild: toggle("Read everything again; the queue stays"),
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
  login: buildCommand<LoginFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/login.ts")).login),
    parameters: {
      flags: {
        server: option("The address, such as https://time.example.com", "url"),
        key: option("The API key; better piped in, because others see arguments", "key"),
      },
    },
    docs: { brief: "Log in with an API key" },
  }),
  logout: buildCommand<LogoutFlags, [], Context>({
    loader: guarded(async () => (await import("#src/commands/login.ts")).logout),
    parameters: { flags: { yes: toggle("Give up what is not sent yet") }, aliases: { y: "yes" } },
    docs: { brief: "Delete the key and the local copy" },
  }),
};
