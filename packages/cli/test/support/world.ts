// Runs the command against the real server.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
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
import { runCommandLine } from "#src/application/run-command-line.ts";

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
  /** How far this machine's clock is ahead. */
  aheadMs?: number;
  /** Whether standard output is a terminal; only for `run`. */
  isTerminal?: boolean;
  /** Whether standard input and error are a terminal, so that the command asks; only for `run`. */
  canAsk?: boolean;
  /** After how long a command says that the server does not reply; 2 seconds if absent. */
  slowMs?: number;
  onStderr?: (text: string) => void;
}

export interface Home {
  path: string;
  env: Record<string, string>;
  /** Runs a command in this process, without sending anything in the background. */
  run(args: string[], options?: RunOptions): Promise<Ran>;
  /** Like `run`, but throws if the command fails. Returns stdout. */
  ok(args: string[], options?: RunOptions): Promise<string>;
  json(args: string[], options?: RunOptions): Promise<Json>;
  /** Like `run`, but starts the built command as a process, for tests of what only a process can show. */
  runProcess(args: string[], options?: RunOptions): Promise<Ran>;
}

let homes = 0;

/** Creates an empty home folder and returns functions that run the command in it. */
export async function newHome(): Promise<Home> {
  const path = join(folder, `home-${++homes}`);
  const env = { HOME: path, PATH: process.env["PATH"] ?? "", STINT_SYNC: "off" };
  const inHome =
    (run: typeof runHere) =>
    (args: string[], options: RunOptions = {}) =>
      run(args, { ...options, env: { ...env, ...options.env } });
  const runProcess = inHome(runBuilt);
  const run = process.env["STINT_CLI_NODE"] === undefined ? inHome(runHere) : runProcess;
  const ok = async (args: string[], options?: RunOptions) => {
    const { code, stdout, stderr } = await run(args, options);
    if (code !== 0) throw new Error(`stint ${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  };
  return { path, env, run, ok, json: async (args, options) => JSON.parse(await ok(args, options)), runProcess };
}

async function runHere(
  args: string[],
  { input = "", env = {}, aheadMs = 0, isTerminal = false, canAsk = false, onStderr, ...limits }: RunOptions,
): Promise<Ran> {
  const { execPath, platform } = process;
  const [stdout, stderr] = [
    Object.assign(new PassThrough(), { isTTY: isTerminal }),
    Object.assign(new PassThrough(), { isTTY: canAsk }),
  ];
  const argv = [execPath, "stint", ...args];
  let said = "";
  stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    onStderr?.(said);
  });
  const code = await runCommandLine(
    {
      argv,
      env,
      execPath,
      exitCode: undefined,
      title: "",
      platform,
      stdin: Object.assign(Readable.from([input]), { isTTY: canAsk }),
      stdout,
      stderr,
      once: () => undefined,
    },
    () => Date.now() + aheadMs,
    limits,
  );
  return { code, stdout: await text(stdout.end()), stderr: said };
}

/** `STINT_CLI_NODE` runs the tests with another Node, such as the oldest supported version. */
async function runBuilt(args: string[], { aheadMs = 0, env, ...options }: RunOptions): Promise<Ran> {
  const clock = `--import=data:text/javascript,globalThis.jump=Date.now;Date.now=()=>jump()+(${aheadMs})`;
  return await runProgram(process.env["STINT_CLI_NODE"] ?? process.execPath, [await builtCommand(), ...args], {
    ...options,
    env: aheadMs === 0 ? { ...env } : { ...env, NODE_OPTIONS: clock },
  });
}

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

let shared: Promise<Omit<Served, "owner">> | undefined;

/** Returns the real server, listening on a free port, with a new organization. Tests without options share a server. */
export async function serve({ timeZone, ...options }: TestAppOptions & { timeZone?: string } = {}): Promise<Served> {
  const isPlain = Object.keys(options).length === 0;
  const { world, url } = await (isPlain ? (shared ??= startServer(options)) : startServer(options));
  return { world, url, owner: await world.newOrganization(timeZone === undefined ? {} : { timeZone }) };
}

async function startServer(options: TestAppOptions): Promise<Omit<Served, "owner">> {
  const world = await newTestApp(options);
  return { world, url: `http://127.0.0.1:${await listenOn(world.app)}` };
}

/** A time zone in which it is noon, so that the last half hour was on the same day. */
export function zoneAtNoon(): string {
  const behind = new Date().getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? "" : "+"}${behind}`;
}

/** Creates a project, and a home folder in which the user is logged in. */
export async function loggedIn(served: Served, caller: Caller = served.owner) {
  const home = await newHome();
  const where = await newProject(caller);
  await home.ok(["login", "--server", served.url], { input: caller.apiKey });
  return { home, where };
}
