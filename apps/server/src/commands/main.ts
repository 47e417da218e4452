import { resolve } from "node:path";
import { type Config, loadConfig } from "#platform/config/config.ts";
import { describeFailure } from "#commands/command-line/command-error.ts";
import {
  findCommand,
  helpFor,
  readArguments,
  required,
  UsageError,
  usageOf,
} from "#commands/command-line/command-line.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";
import { operatorCommands } from "#commands/operator-commands.ts";
import { findNotedAddress } from "#commands/service/service-address.ts";
import { readKeptSeals } from "#commands/doctor/read-kept-seals.ts";
import { version } from "#src/version.ts";

// Each command imports only what it needs: `health` runs every few seconds, and must not load the database client.
const { stdout, stderr } = process;
const err = (text: string) => void stderr.write(text.endsWith("\n") ? text : `${text}\n`);
const out = (text: string) => void stdout.write(text);

/**
 * Runs a command on the open database and always closes it afterwards. `begins` permits a new data folder; without it,
 * a mistyped folder name would silently create an empty database.
 */
async function withDatabase(
  work: (database: OpenDatabase) => Promise<void>,
  options: { begins: boolean; migrates?: boolean } = { begins: false },
): Promise<void> {
  const { openDatabase } = await import("#commands/open/open-service.ts");
  const database = await openDatabase({ config: loadConfig(process.env), say: err, poolSize: 4, ...options });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Prints the result of a command as one JSON document or as lines for people. */
function print(json: boolean | undefined, result: object, note: string): void {
  if (json === true) out(`${JSON.stringify(result)}\n`);
  else
    out(
      `${Object.entries(result)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n")}\n${note}\n`,
    );
}

const keyNote = "The key is shown only now. Send it as Authorization: Bearer <apiKey>.";

const mayBegin = { begins: true };

const linkNote = "The link works once. Give it only to this person.";

/** Resolves a path relative to where it was typed: npm runs the command in the checkout. */
const typedPath = (path: string): string => resolve(process.env["INIT_CWD"] ?? "", path);

function readServiceConfig(args: string[]): Config {
  const { values } = readArguments(args, { verbose: { type: "boolean" } });
  return loadConfig(process.env, { isTerminal: stdout.isTTY, isVerbose: values.verbose === true });
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  ...operatorCommands({ out, err, withDatabase, typedPath }),
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
  async "org create"(args) {
    const { values } = readArguments(args, {
      name: { type: "string" },
      "owner-email": { type: "string" },
      "owner-name": { type: "string" },
      "time-zone": { type: "string" },
      currency: { type: "string" },
      "trust-address": { type: "boolean" },
    });
    const { createOrganization } = await import("#commands/accounts/create-organization.ts");
    const input = {
      name: required(values, "name"),
      ownerEmail: required(values, "owner-email"),
      ownerName: values["owner-name"],
      timeZone: values["time-zone"],
      currency: values.currency,
      trustAddress: values["trust-address"] === true,
    };
    await withDatabase(async ({ db }) => print(values.json, await createOrganization(db, input), keyNote), mayBegin);
  },
  async "org list"(args) {
    const { values } = readArguments(args, {});
    const { listOrganizations } = await import("#identity/organizations/queries.ts");
    await withDatabase(async ({ db }) => {
      const organizations = await listOrganizations(db);
      if (values.json === true) return out(`${JSON.stringify({ organizations })}\n`);
      for (const { id, name, members, createdAt, deletesAt } of organizations) {
        const end = deletesAt === null ? "" : `, will be deleted ${deletesAt}`;
        out(`${id}  ${name} (members: ${members}), since ${createdAt}${end}\n`);
      }
    });
  },
  async "org restore"(args) {
    const { values } = readArguments(args, { id: { type: "string" } });
    const { restoreOrganization } = await import("#commands/accounts/restore-organization.ts");
    const id = required(values, "id");
    await withDatabase(async ({ db }) => print(values.json, await restoreOrganization(db, id), "It stays."));
  },
  async "key create"(args) {
    const { values } = readArguments(args, {
      org: { type: "string" },
      email: { type: "string" },
      scopes: { type: "string" },
      name: { type: "string" },
    });
    const { createKey } = await import("#commands/accounts/create-key.ts");
    const input = {
      org: required(values, "org"),
      email: required(values, "email"),
      scopes: required(values, "scopes"),
      name: values.name,
    };
    const { keyShares } = loadConfig(process.env);
    await withDatabase(async ({ db }) =>
      print(values.json, await createKey(db, input, { now: new Date(), keyShares }), keyNote),
    );
  },
  async "key list"(args) {
    const { values } = readArguments(args, { org: { type: "string" } });
    const { keyLine, listKeys } = await import("#commands/accounts/list-keys.ts");
    const org = required(values, "org");
    await withDatabase(async ({ db }) => {
      const keys = await listKeys(db, org, new Date());
      out(
        values.json === true ? `${JSON.stringify({ data: keys })}\n` : keys.map((key) => `${keyLine(key)}\n`).join(""),
      );
    });
  },
  async "key revoke"(args) {
    const { values } = readArguments(args, { org: { type: "string" }, id: { type: "string" } });
    const { revokeKey } = await import("#commands/accounts/revoke-key.ts");
    const input = { org: required(values, "org"), id: required(values, "id") };
    const note = "Every node now refuses it.";
    await withDatabase(async ({ db }) => print(values.json, await revokeKey(db, input, new Date()), note));
  },
  async "password-link"(args) {
    const { values } = readArguments(args, { email: { type: "string" } });
    const { createPasswordLink } = await import("#commands/accounts/create-password-link.ts");
    const email = required(values, "email");
    const { publicUrl: configured, isAddressSet } = loadConfig(process.env);
    await withDatabase(async ({ db, dataDir }) => {
      const noted = isAddressSet || dataDir === undefined ? undefined : await findNotedAddress(dataDir);
      const publicUrl = noted ?? configured;
      print(values.json, await createPasswordLink(db, publicUrl, email), linkNote);
      if (!isAddressSet && noted === undefined)
        err(`If the service is not at ${publicUrl}, set PUBLIC_URL, or HOST and PORT, to the service's values.`);
    });
  },
  async "second-factor remove"(args) {
    const { values } = readArguments(args, { email: { type: "string" } });
    const { removeSecondFactor } = await import("#commands/accounts/remove-second-factor.ts");
    const email = required(values, "email");
    const note = "The password alone is now enough to sign in.";
    await withDatabase(async ({ db }) => print(values.json, await removeSecondFactor(db, email), note));
  },
  async "openid unlink"(args) {
    const { values } = readArguments(args, { email: { type: "string" } });
    const { unlinkOpenId } = await import("#commands/accounts/unlink-openid.ts");
    const email = required(values, "email");
    const note =
      "The next sign-in through the provider with this address links the account again. Existing sessions stay valid.";
    await withDatabase(async ({ db }) => print(values.json, await unlinkOpenId(db, email), note));
  },
  async doctor(args) {
    const { values } = readArguments(args, {
      repair: { type: "boolean" },
      trust: { type: "string" },
      seal: { type: "string", multiple: true },
    });
    // Imports the products, which the other commands do not need.
    const { readRepair, runDoctor } = await import("#commands/doctor/doctor.ts");
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
      dateOrder: values["date-order"],
      durationUnit: values["duration-unit"],
      decimalMark: values["decimal-mark"],
      dryRun: values["dry-run"] === true,
      json: values.json === true,
    };
    const { runImport } = await import("#commands/content/run-import.ts");
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
    const { runBlogImport } = await import("#commands/content/blog-import.ts");
    await withDatabase(({ db, connection }) => runBlogImport({ db, connection, out, err }, argv), mayBegin);
  },
  async "blog export"(args) {
    const { values, positionals } = readArguments(args, {}, 0, 1);
    const [path] = positionals;
    const target = path === undefined ? {} : { path: typedPath(path) };
    const { runBlogExport } = await import("#commands/content/blog-export.ts");
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
  // Setting exitCode is not enough: a resource left open by a failed start would keep the process alive.
  process.exit(error instanceof UsageError ? 2 : 1);
}
