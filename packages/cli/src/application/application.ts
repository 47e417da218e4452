import { type Application, buildApplication, buildCommand, buildRouteMap, text_en } from "@stricli/core";
import type { Context } from "#src/context/context.ts";
import { version } from "#src/package/version.ts";
import { type Command, commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

/** The short forms of options, in every command that has the option. */
const letters = Object.entries({ t: "tag", p: "project", c: "client", y: "yes", f: "field", F: "field" });

function build(command: Command) {
  const { brief, description, options, words, args = [] } = command;
  const aliases = Object.fromEntries(letters.filter(([, name]) => Object.hasOwn(options, name)));
  const positional = words ?? { kind: "tuple", parameters: args };
  type Declared = Parameters<typeof buildCommand<object, string[], Context>>[0];
  return buildCommand<object, string[], Context>({
    loader: async () => runCommand(command),
    parameters: { flags: options, aliases, positional },
    docs: { brief, ...(description === undefined ? {} : { fullDescription: description }) },
  } as Declared);
}

/** Builds the command of this name alone, because building all takes milliseconds; all of them for another name. */
export function applicationFor(name = ""): Application<Context> {
  const all = Object.entries<Command>(commands);
  const named = all.filter(([each]) => each === name);
  const routes = Object.fromEntries((named.length > 0 ? named : all).map(([each, command]) => [each, build(command)]));
  return buildApplication<Context>(buildRouteMap({ routes, docs: { brief: "Track time in the terminal" } }), {
    name: "stint",
    versionInfo: { currentVersion: version },
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    localization: {
      text: {
        ...text_en,
        noCommandRegisteredForInput: (given) =>
          `stint: ${text_en.noCommandRegisteredForInput(given)}\nAll commands: stint help`,
        exceptionWhileParsingArguments: (error, isColoured) =>
          `stint: ${text_en.exceptionWhileParsingArguments(error, isColoured)}\nAdd --help for the options.`,
      },
    },
    documentation: { caseStyle: "convert-camel-to-kebab", onlyRequiredInUsageLine: true },
  });
}
