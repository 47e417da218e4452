import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { test, type TestContext } from "node:test";
import { urlOf } from "#test/worlds/backups.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const main = resolve(import.meta.dirname, "../../src/commands/main.ts");
const skip = process.platform === "linux" ? false : "the `script` of Linux makes the terminal";

interface Options {
  isTerminal: boolean;
  args?: string[];
  settings?: Record<string, string>;
}

/**
 * Starts the service on a new database, sends three requests and stops it. Returns its output before and after the
 * first request.
 */
async function watch(t: TestContext, { isTerminal, args = [], settings = {} }: Options) {
  const { connection } = await createDatabase();
  const { PATH = "", HOME = "" } = process.env;
  const command = [process.execPath, main, "serve", ...args];
  // Without `noflsh`, Ctrl+C makes the terminal discard output that it has not shown yet.
  const [program = "", ...rest] = isTerminal
    ? ["script", "-qfec", `stty noflsh && exec ${command.map((word) => `'${word}'`).join(" ")}`, "/dev/null"]
    : command;
  const child = spawn(program, rest, {
    env: { PATH, HOME, DATABASE_URL: urlOf(connection), PORT: "0", DASHBOARD: "off", ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const ended = once(child, "close");
  let screen = "";
  const isReady = new Promise<string>((ready, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        screen += chunk.toString();
        const [, url] = /(http:\S+\/set-up\S*)\r?\n/.exec(screen) ?? [];
        if (url !== undefined) ready(new URL(url).origin);
      });
    void ended.then(() => fail(new Error(`the service ended: ${screen}`)));
  });
  const origin = await isReady;
  const start = screen;
  for (const path of ["/v1/projects?token=secret", "/nowhere", "/docs"]) await (await fetch(origin + path)).text();
  child.stdin.write("\u0003");
  if (!isTerminal) child.kill("SIGINT");
  await ended;
  return { start, after: screen.slice(start.length) };
}

const textLine = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:info |warn |error) /;
// The terminal echoes the ^C that ended the service, so remove it.
const linesOf = (screen: string) =>
  screen
    .replace("^C", "")
    .split(/\r?\n/)
    .filter((line) => line !== "");
const withoutTime = (line: string) => line.replace(textLine, "").replace(/[\d.]+ ms$/, "ms");
const link = /^ {2}http:\/\/127\.0\.0\.1:\d+\/set-up\S+$/;

test("a terminal shows text, which ends with the setup link, and failed requests", { skip }, async (t) => {
  const { start, after } = await watch(t, { isTerminal: true });
  const lines = linesOf(start);
  assert.match(lines.at(-1) ?? "", link);
  assert.ok(!start.includes('{"') && !start.includes("Server listening"), start);
  const shown = linesOf(after);
  assert.ok(
    shown.every((line) => textLine.test(line)),
    after,
  );
  assert.deepEqual(shown.map(withoutTime), ["GET /v1/projects 401 ms", "GET (unknown address) 404 ms"]);
});

test("a terminal shows every request with --verbose, still after the setup link", { skip }, async (t) => {
  const { start, after } = await watch(t, { isTerminal: true, args: ["--verbose"] });
  assert.match(linesOf(start).at(-1) ?? "", link);
  assert.ok(start.includes("info  Server listening"), start);
  assert.ok(linesOf(after).map(withoutTime).includes("GET /docs 200 ms"), after);
  assert.ok(!after.includes("secret"), after);
});

test("a terminal shows JSON if LOG_FORMAT asks for it, still before the setup link", { skip }, async (t) => {
  const { start, after } = await watch(t, { isTerminal: true, settings: { LOG_FORMAT: "json" } });
  assert.match(linesOf(start).at(-1) ?? "", link);
  assert.ok(start.includes('"msg":"Server listening'), start);
  assert.deepEqual(
    linesOf(after).flatMap((line) => JSON.parse(line).status ?? []),
    [401, 404, 200],
  );
});

test("without a terminal the log is JSON, or text if LOG_FORMAT asks for it", async (t) => {
  const json = await watch(t, { isTerminal: false });
  assert.deepEqual(
    linesOf(json.after).flatMap((line) => JSON.parse(line).status ?? []),
    [401, 404, 200],
  );
  const text = await watch(t, { isTerminal: false, settings: { LOG_FORMAT: "text" } });
  assert.deepEqual(linesOf(text.after).map(withoutTime), ["GET /v1/projects 401 ms", "GET (unknown address) 404 ms"]);
});
