import { resolve } from "node:path";
import { hourSeconds } from "#platform/days.ts";
import { loadConfig } from "#platform/config/config.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { readArguments, UsageError } from "#commands/command-line/command-line.ts";
import { awaitHealth, findListener } from "./health.ts";

const checkoutDir = resolve(import.meta.dirname, "../../../../..");

/** Runs `stint-server health`; returns whether the service is ready. */
export async function runHealth(
  args: string[],
  env: Record<string, string | undefined>,
  { out, err }: { out: (text: string) => void; err: (text: string) => void },
): Promise<boolean> {
  const { values } = readArguments(args, { wait: { type: "string" } });
  const waitSeconds = readSeconds(values.wait ?? "0");
  const config = loadConfig(env);
  if (config.port === 0 && config.databaseUrl !== undefined)
    throw new CommandError("PORT is 0, so only the service knows its port. Set PORT to the one that it uses.");
  const health = await awaitHealth(() => findListener(config, checkoutDir), waitSeconds);
  if (values.json === true) out(`${JSON.stringify(health)}\n`);
  else if (health.ready) out(`Stint is ready at ${health.url}.\n`);
  else err(health.reason ?? "");
  return health.ready;
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds <= hourSeconds) return seconds;
  throw new UsageError(`--wait must be a whole number of seconds up to ${hourSeconds}, not ${JSON.stringify(text)}.`);
}
