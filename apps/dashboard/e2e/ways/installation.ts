import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "@playwright/test";
import { freePort, outputOf, untilSaid } from "../service/service.ts";

/** The clones in which the ways start. */
export const clones = {
  current: process.env["WAYS_CURRENT"] ?? "",
  old: process.env["WAYS_OLD"] ?? "",
};

/** The environment of a person's own shell: with the system's Node, and without what npm has set for these tests. */
export function peoplesEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|INIT_CWD$|PLAYWRIGHT|TEST_)/.test(name));
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter) };
}

/** A checkout in which a person runs Stint's commands, with a data folder and a port of its own. */
export class Installation {
  readonly checkout: string;
  readonly dataDir: string;
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #running: ChildProcess | undefined;

  private constructor(checkout: string, dataDir: string, port: number) {
    this.checkout = checkout;
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { ...peoplesEnvironment(), DATA_DIR: dataDir, PORT: String(port) };
  }

  static async create(checkout: string): Promise<Installation> {
    return new Installation(checkout, await mkdtemp(join(tmpdir(), "stint-way-")), await freePort());
  }

  /** Runs `npm start`. Resolves to the first group of `said` when the service has printed it. */
  start(said: RegExp): Promise<string> {
    const child = spawn("npm", ["start"], { cwd: this.checkout, env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    this.#running = child;
    return untilSaid(child, said);
  }

  async stop(): Promise<void> {
    const child = this.#running;
    this.#running = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  }

  /** Runs a command of the operator and resolves to what it printed. Rejects if it fails. */
  run(...args: string[]): Promise<string> {
    return outputOf("npx", ["stint-server", ...args], { cwd: this.checkout, env: this.#env });
  }

  /** Runs any program in the checkout. */
  async shell(command: string): Promise<string> {
    return outputOf("sh", ["-c", command], { cwd: this.checkout, env: this.#env });
  }

  /** Expects the doctor and `check` to find nothing, and makes a verified backup. Resolves to its path. */
  async prove(): Promise<string> {
    expect(await this.run("doctor")).toContain("all is well");
    expect(await this.run("check")).not.toContain("BAD");
    const file = join(this.dataDir, "way.backup");
    await this.run("backup", file, "--verify");
    expect((await stat(file)).size).toBeGreaterThan(0);
    return file;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
