// Runs the built command as a process against the real server.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import {
  type Caller,
  type Json,
  newTestApp,
  type TestApp,
  type TestAppOptions,
} from "@stint/server/test/worlds/test-app.ts";
import { buildCli } from "#scripts/build.ts";

const folder = mkdtempSync(join(tmpdir(), "stint-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let built: Promise<string> | undefined;
/** The path of the command, built as it is published. */
export const builtCommand = (): Promise<string> => (built ??= buildCli(join(folder, "package")));

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string;
  env?: Record<string, string>;
}

export interface Home {
  path: string;
  env: Record<string, string>;
  /** Runs a command, without sending anything in the background. */
  run(args: string[], options?: RunOptions): Promise<Ran>;
  /** Like `run`, but throws if the command fails. Returns stdout. */
  ok(args: string[], options?: RunOptions): Promise<string>;
  json(args: string[], options?: RunOptions): Promise<Json>;
}

let homes = 0;

/** Creates an empty home folder and returns functions that run the command in it. */
export async function newHome(): Promise<Home> {
  const path = join(folder, `home-${++homes}`);
  const command = await builtCommand();
  const env = { HOME: path, PATH: process.env["PATH"] ?? "", STINT_SYNC: "off" };
  const run = (args: string[], options: RunOptions = {}) =>
    runCommand(command, args, { ...options, env: { ...env, ...options.env } });
  const ok = async (args: string[], options?: RunOptions) => {
    const { code, stdout, stderr } = await run(args, options);
    if (code !== 0) throw new Error(`stint ${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  };
  return { path, env, run, ok, json: async (args, options) => JSON.parse(await ok(args, options)) };
}

/** `STINT_CLI_NODE` runs the tests with another Node, such as the oldest supported version. */
const runCommand = (command: string, args: string[], options: RunOptions): Promise<Ran> =>
  runProgram(process.env["STINT_CLI_NODE"] ?? process.execPath, [command, ...args], options);

export async function runProgram(program: string, args: string[], { input = "", env = {} }: RunOptions): Promise<Ran> {
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

export interface Served {
  world: TestApp;
  url: string;
  owner: Caller;
}

/** Starts the real server on a free port, with a new organization. */
export async function serve(options: TestAppOptions & { timeZone?: string } = {}): Promise<Served> {
  const world = await newTestApp(options);
  const port = await listenOn(world.app);
  const owner = await world.newOrganization(options.timeZone === undefined ? {} : { timeZone: options.timeZone });
  return { world, url: `http://127.0.0.1:${port}`, owner };
}

/** Creates a project, and a home folder in which the user is logged in. */
export async function loggedIn(served: Served, caller: Caller = served.owner) {
  const home = await newHome();
  const where = await newProject(caller);
  await home.ok(["login", "--server", served.url], { input: caller.apiKey });
  return { home, where };
}
