import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { urlOf } from "#test/worlds/backups.ts";
import type { TestDatabase } from "#test/databases/test-database.ts";

export interface ServiceProcess {
  url: string;
  pid: number;
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code and the log. */
  terminate(): Promise<{ code: number | null; log: string }>;
}

const main = resolve(import.meta.dirname, "../../src/commands/main.ts");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];

/** Runs the service in a separate process on a test database, as operators do. Kills the process when the test ends. */
export async function startServiceProcess(
  t: TestContext,
  { connection }: Pick<TestDatabase, "connection">,
  settings: Record<string, string> = {},
): Promise<ServiceProcess> {
  const inherited = Object.fromEntries(shared.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [main, "serve"], {
    env: {
      ...inherited,
      DATABASE_URL: urlOf(connection),
      PORT: "0",
      DASHBOARD: "off",
      RATE_LIMIT_PER_MINUTE: "1000000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const terminate = async () => {
    child.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    return { code, log };
  };
  t.after(kill);
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const [, url] = / is ready on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stderr.resume();
    return { url, pid: child.pid ?? 0, kill, terminate };
  }
  return assert.fail(`the service ended:\n${said.join("\n")}\n${log}`);
}
