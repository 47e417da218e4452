import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cannotListen } from "#commands/service/start-service.ts";
import { findCommand, helpFor, readArguments, usageOf } from "./command-line.ts";
import { usage } from "./usage.ts";

const names = ["serve", "org create", "org list", "key create", "blog import", "doctor"];
const known = { name: { type: "string" }, "owner-email": { type: "string" }, prune: { type: "boolean" } } as const;

test("options and paths are read, and an unknown option gets the nearest one", () => {
  const { values, positionals } = readArguments(["--name=A", "a.md", "--prune", "--json"], known, 1);
  assert.deepEqual([{ ...values }, positionals], [{ name: "A", prune: true, json: true }, ["a.md"]]);
  for (const [args, says] of [
    [["--nam", "x"], /^There is no option --nam; did you mean --name\?$/],
    [["--owner_email=x"], /did you mean --owner-email\?$/],
    [["--email=x"], /^There is no option --email$/],
    [["-x"], /^There is no option -x$/],
    [["--name"], /--name <value>' argument missing/],
    [["--prune=1"], /--prune' does not take an argument/],
    [["a"], /^There is an extra argument: a\.$/],
  ] as const)
    assert.throws(() => readArguments([...args], known), { name: "Error", message: says }, args.join(" "));
  assert.throws(() => readArguments([], known, 1), { message: "A path is missing." });
});

test("a command is found by its words, and an unknown one gets the nearest", () => {
  assert.deepEqual(findCommand(["org", "create", "--name"], names), { name: "org create", args: ["--name"] });
  assert.deepEqual(findCommand(["serve", "x"], names), { name: "serve", args: ["x"] });
  assert.throws(
    () => findCommand(["org", "craete"], names),
    /no command "org craete"; did you mean org create\?\n {2}org/,
  );
  assert.throws(() => findCommand(["srve"], names), /no command "srve"; did you mean serve\?/);
  assert.throws(() => findCommand(["org"], names), /no command "org"\.\n {2}org create/);
  assert.throws(() => findCommand(["toString"], names), /no command "toString"\.\n/);
});

test("each command has its lines of the usage", () => {
  assert.match(usageOf("org create"), /^ {2}org create .*\n {4}--name NAME .*\n/);
  assert.match(usageOf("doctor"), /^ {2}doctor .*\n {4}\[--repair\] .*\n {4}\[--trust .*\n {4}\[--seal .*\n$/);
  assert.equal(usageOf("key").match(/^ {2}\S/gm)?.length, 3);
  assert.equal(usageOf("or"), "");
  assert.equal(helpFor(["key", "list", "--help"]), usageOf("key list"));
  assert.equal(helpFor(["doctor", "--repair", "--help"]), usageOf("doctor"));
  assert.equal(helpFor(["nothing"]), usage);
});

test("help and mistakes need no database, and a mistake exits with 2 and without a stack trace", async () => {
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const main = fileURLToPath(new URL("../main.ts", import.meta.url));
      const env = { ...process.env, DATABASE_URL: "postgres://localhost:1/none" };
      execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  const [help, mistake] = await Promise.all([
    run("org", "create", "--name", "x", "--help"),
    run("org", "create", "--nam", "x"),
  ]);
  assert.deepEqual(help, { code: 0, stdout: usageOf("org create"), stderr: "" });
  assert.deepEqual([mistake.code, mistake.stdout], [2, ""]);
  assert.equal(mistake.stderr, `There is no option --nam; did you mean --name?\n${usageOf("org create")}`);
});

test("an unavailable address or port is reported in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  for (const [host, says] of [
    ["127.0.0.1", /^Port \d+ on 127\.0\.0\.1 is in use\. /],
    ["203.0.113.1", /^HOST is "203\.0\.113\.1", which is not an address of this machine \(EADDRNOTAVAIL\)/],
  ] as const) {
    const server = createServer();
    const failed = once(server, "error");
    server.listen(port, host);
    const [error] = await failed;
    assert.match(cannotListen(error, { host, port }).message, says);
  }
  taken.close();
  const other = new Error("other");
  assert.equal(cannotListen(other, { host: "x", port: 1 }), other);
});
