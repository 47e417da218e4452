import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import type { EmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";

export const checkoutDir = resolve(import.meta.dirname, "../../../..");

type Report = {
  started?: Omit<EmbeddedPostgres, "stop">;
  failed?: { name: string; message: string };
  rows?: Record<string, unknown>[];
  said?: string;
  stopped?: boolean;
};

export interface PostgresProcess {
  pid: number;
  /** Resolves with the data of the started server. Throws the reported message if the start failed. */
  started(): Promise<Omit<EmbeddedPostgres, "stop">>;
  failure(): Promise<string>;
  query(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  said: string[];
  next(key: keyof Report): Promise<Report>;
}

/** Starts a process that calls `startEmbeddedPostgres`. `through` is a wrapper command such as unshare. */
export function startPostgresProcess(
  t: TestContext,
  options: { dataDir?: string; checkoutDir?: string; ephemeral?: boolean },
  { through = [], ...spawnOptions }: SpawnOptions & { through?: string[] } = {},
): PostgresProcess {
  const program = join(import.meta.dirname, "test-process-main.ts");
  const words = [...through, process.execPath, program, JSON.stringify({ checkoutDir, ...options })];
  const child = spawn(words[0] ?? "", words.slice(1), {
    cwd: "/",
    stdio: ["pipe", "pipe", "inherit"],
    ...spawnOptions,
  });
  const exited = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  t.after(kill);

  const said: string[] = [];
  const reports: Report[] = [];
  const waiting: { resolve: (report: Report) => void; reject: (error: Error) => void }[] = [];
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  lines.on("line", (line) => {
    const report = JSON.parse(line) as Report;
    if (report.said !== undefined) said.push(report.said);
    else {
      const first = waiting.shift();
      if (first) first.resolve(report);
      else reports.push(report);
    }
  });
  lines.on("close", () => waiting.forEach(({ reject }) => reject(new Error("the test process has ended"))));

  const next = async (key: keyof Report): Promise<Report> => {
    const report =
      reports.shift() ?? (await new Promise<Report>((resolve, reject) => waiting.push({ resolve, reject })));
    if (report[key] === undefined) throw new Error(`expected ${key}, got ${JSON.stringify(report)}`);
    return report;
  };
  return {
    pid: child.pid ?? -1,
    said,
    next,
    kill,
    async started() {
      const { started } = await next("started");
      if (!started) throw new Error("not started");
      return started;
    },
    failure: async () => (await next("failed")).failed?.message ?? "",
    async query(sql) {
      child.stdin?.write(`${sql}\n`);
      return (await next("rows")).rows ?? [];
    },
    async stop() {
      child.stdin?.write("stop\n");
      await next("stopped");
    },
  };
}

/** Creates a folder that is deleted after the test, even if the test process is killed. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "stint-test-"));
  await chmod(folder, 0o755);
  const script = 'cat; until rm -rf "$1" 2>/dev/null; do sleep 0.1; done';
  const keeper = spawn("/bin/sh", ["-c", script, "sh", folder], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const gone = once(keeper, "exit");
  t.after(async () => {
    keeper.stdin.end();
    await gone;
  });
  return folder;
}

/** Returns the reason to skip a test that must start as root; false if the test can run. */
export function cannotRunAsRoot(): string | false {
  return process.geteuid?.() !== 0 && "needs root";
}

export function cannotMount(): string | false {
  return (
    spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status !== 0 && "needs mounts of its own"
  );
}

/** Runs a process in its own PID namespace, as a container does. */
export const inPidNamespace = { through: ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] };

/** Mounts a tmpfs on the folder. Only the process sees the mount, which disappears when the process ends. */
export const withTmpfs = (folder: string, size = "200m"): { through: string[] } => ({
  through: [
    "unshare",
    "-m",
    "sh",
    "-c",
    `mount -t tmpfs -o size=${size} tmpfs "$1" && shift && exec "$@"`,
    "sh",
    folder,
  ],
});
