import { resolve } from "node:path";
import { commandSessions } from "#commands/open/open-service.ts";
import { type Config, loadConfig } from "#platform/config/config.ts";
import { describeFailure } from "./command-line/command-error.ts";
import { findCommand, helpFor, readArguments, UsageError, usageOf } from "./command-line/command-line.ts";
import type { Means } from "./command-line/means.ts";
import { accountCommands } from "./accounts/account-commands.ts";
import { operatorCommands } from "./operator-commands.ts";
import { printable } from "#platform/text.ts";
import { version } from "#src/version.ts";

const { stdout, stderr } = process;
// Names and files from other people must not control the operator's terminal.
const err = (text: string) => void stderr.write(printable(text.endsWith("\n") ? text : `${text}\n`));
const out = (text: string) => void stdout.write(printable(text));

const withDatabase: Means["withDatabase"] = async (work, options = { begins: false }) => {
  const { openDatabase } = await import("#commands/open/open-service.ts");
  const database = await openDatabase({
    config: loadConfig(process.env),
    say: err,
    poolSize: commandSessions,
    ...options,
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
};

const mayBegin = { begins: true };

const means: Means = {
  out,
  err,
  withDatabase,
  typedPath: (path) => resolve(process.env["INIT_CWD"] ?? "", path),
};
const { typedPath } = means;

function readServiceConfig(args: string[]): Config {
  const { values } = readArguments(args, { verbose: { type: "boolean" } });
  return loadConfig(process.env, { isTerminal: stdout.isTTY, isVerbose: values.verbose === true });
}

// Commands import their modules dynamically: `health` runs every few seconds and must not load the database client.
const commands: Record<string, (args: string[]) => Promise<void>> = {
  ...operatorCommands(means),
  ...accountCommands(means),
  async serve(args) {
    const config = readServiceConfig(args);
    const { runServe } = await import("#commands/service/serve.ts");
    await runServe(config, version, err);
  },
  async demo(args) {
    const config = readServiceConfig(args);
    const { runDemo } = await import("#commands/demo/demo.ts");
    await runDemo(config, version, err);
  },
  async migrate(args) {
    const { values } = readArguments(args, {});
    await withDatabase(async ({ migrated }) => {
      if (values.json === true) out(`${JSON.stringify({ applied: migrated })}\n`);
      else out(migrated.length === 0 ? "The schema is up to date.\n" : `Applied: ${migrated.join(", ")}.\n`);
    }, mayBegin);
  },
  async doctor(args) {
    const { values } = readArguments(args, {
      repair: { type: "boolean" },
      trust: { type: "string" },
      seal: { type: "string", multiple: true },
    });
    const { readKeptSeals, readRepair, runDoctor } = await import("#commands/doctor/doctor.ts");
    const kept = readKeptSeals(values.seal);
    const options = { ...readRepair(values.repair, values.trust), json: values.json === true };
    await withDatabase(async ({ db }) => {
      const isSound = await runDoctor({ db, out, err, kept }, options);
      if (!isSound) process.exitCode = 1;
    });
  },
  async import(args) {
    const { values, positionals } = readArguments(
      args,
      {
        org: { type: "string" },
        source: { type: "string" },
        "time-zone": { type: "string" },
        encoding: { type: "string" },
        "date-order": { type: "string" },
        "duration-unit": { type: "string" },
        "decimal-mark": { type: "string" },
        "dry-run": { type: "boolean" },
      },
      1,
    );
    const request = {
      path: typedPath(positionals[0] ?? ""),
      org: values.org,
      source: values.source,
      timeZone: values["time-zone"],
      encoding: values.encoding,
      dateOrder: values["date-order"],
      durationUnit: values["duration-unit"],
      decimalMark: values["decimal-mark"],
      dryRun: values["dry-run"] === true,
      json: values.json === true,
    };
    const { runImport } = await import("./imports/run-import.ts");
    const streams = { out, err: (text: string) => void stderr.write(text), isTerminal: stderr.isTTY };
    await withDatabase((database) => runImport(database, request, streams));
  },
  async backup(args) {
    const { values, positionals } = readArguments(
      args,
      { verify: { type: "boolean" }, check: { type: "boolean" }, "passphrase-file": { type: "string" } },
      1,
    );
    const { runBackup, runBackupCheck } = await import("#commands/backup/run-backup.ts");
    const path = typedPath(positionals[0] ?? "");
    const json = values.json === true;
    if (values.check === true) return runBackupCheck({ out }, { path, json });
    const passphraseFile = values["passphrase-file"];
    const options = {
      path,
      json,
      verify: values.verify === true,
      passphraseFile: passphraseFile && typedPath(passphraseFile),
    };
    const config = loadConfig(process.env);
    await withDatabase(({ db, dataDir }) => runBackup({ db, dataDir, config, out, err }, options), {
      begins: false,
      migrates: false,
    });
  },
  async restore(args) {
    const { values, positionals } = readArguments(
      args,
      {
        "passphrase-file": { type: "string" },
        "secret-key-file": { type: "string" },
        webhooks: { type: "string" },
      },
      1,
    );
    const { runRestore } = await import("#commands/backup/run-backup.ts");
    const [passphraseFile, secretKeyFile] = [values["passphrase-file"], values["secret-key-file"]];
    await runRestore(
      { config: loadConfig(process.env), out, err },
      {
        path: typedPath(positionals[0] ?? ""),
        passphraseFile: passphraseFile && typedPath(passphraseFile),
        secretKeyFile: secretKeyFile && typedPath(secretKeyFile),
        webhooks: values.webhooks,
        json: values.json === true,
      },
    );
  },
  async "blog import"(args) {
    const { values, positionals } = readArguments(args, { prune: { type: "boolean" } }, 1);
    const argv = {
      path: typedPath(positionals[0] ?? ""),
      prune: values.prune === true,
      json: values.json === true,
    };
    const { runBlogImport } = await import("./blog/blog-import.ts");
    await withDatabase(({ db, connection }) => runBlogImport({ db, connection, out, err }, argv), mayBegin);
  },
  async "blog export"(args) {
    const { values, positionals } = readArguments(args, {}, 0, 1);
    const [path] = positionals;
    const target = path === undefined ? {} : { path: typedPath(path) };
    const { runBlogExport } = await import("./blog/blog-export.ts");
    await withDatabase(({ db }) => runBlogExport({ db, out, err }, { ...target, json: values.json === true }));
  },
};

async function main(argv: string[]): Promise<void> {
  const [first = "help", ...rest] = argv;
  if (first === "--version" || first === "version") return out(`${version}\n`);
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const asksForHelp = ["help", "--help", "-h"].includes(first);
  if (asksForHelp || argv.slice(0, end).some((word) => word === "--help" || word === "-h"))
    return out(helpFor(asksForHelp ? rest : argv.slice(0, end)));
  const { name, args } = findCommand(argv, Object.keys(commands));
  try {
    await commands[name]?.(args);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}\n${usageOf(name)}`) : error;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  err(describeFailure(error));
  // Exits explicitly, because a resource that a failed start left open would keep the process alive.
  process.exit(error instanceof UsageError ? 2 : 1);
}
