import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { once } from "node:events";
import { run } from "./run.ts";
import { user } from "./make-root.ts";
import { freePorts } from "#packaging/start-program.ts";
import { untilReady } from "./test-service.ts";

interface Settings {
  User: string;
  StopSignal: string;
  Healthcheck?: { Test: string[] };
}

interface Bundle {
  process: {
    terminal: boolean;
    user: { uid: number; gid: number };
    capabilities: Record<string, string[]>;
    env: string[];
  };
  root: { readonly?: boolean };
  mounts: { destination: string; type: string; source: string; options: string[] }[];
  linux: { namespaces: { type: string }[] };
}

/**
 * Unpacks an image to run it with runc. This is like docker with `--read-only --cap-drop ALL --tmpfs /tmp -v …:/data`,
 * but on the host's network.
 */
export async function openContainer(t: TestContext, temp: string, archive: string, volume?: string, uid = user) {
  const folder = await mkdtemp(join(temp, "container-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const layout = join(folder, "layout");
  const bundle = join(folder, "bundle");
  await mkdir(layout);
  await run("tar", ["-xf", archive, "-C", layout]);
  const [{ Config }] = JSON.parse(await readFile(join(layout, "manifest.json"), "utf8")) as [{ Config: string }];
  const { config: settings } = JSON.parse(await readFile(join(layout, Config), "utf8")) as { config: Settings };
  await run("umoci", ["unpack", "--image", `${layout}:0.1.0`, bundle]);
  await rm(layout, { recursive: true });
  const data = volume ?? join(folder, "volume");
  if (volume === undefined) {
    await mkdir(data, { mode: 0o750 });
    await chown(data, uid, uid);
  }
  const [port = 0] = await freePorts(1);
  await restrict(join(bundle, "config.json"), { data, port, uid });
  const id = `stint-${randomUUID()}`;
  const url = `http://127.0.0.1:${port}`;

  const startProcess = () => {
    const child = spawn("runc", ["run", "--bundle", bundle, id], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
    t.after(() => end(child, id));
    return { child, read: () => output };
  };

  return {
    id,
    settings,
    data,
    root: join(bundle, "rootfs"),
    async start() {
      const { child, read } = startProcess();
      await untilReady(url, () => (child.exitCode === null ? undefined : read()));
      const kill = async (signal: "TERM" | "KILL"): Promise<number | null> => {
        const closed = once(child, "close");
        await run("runc", ["kill", id, signal]);
        const [code] = (await closed) as [number | null];
        return code;
      };
      return { url, kill };
    },
    /** Starts a container that is expected to exit by itself. */
    async startInVain() {
      const { child, read } = startProcess();
      const [status] = (await once(child, "close")) as [number | null];
      return { status, output: read() };
    },
    execute: (command: string[]) => run("runc", ["exec", id, ...command]),
    async createOrganization(): Promise<string> {
      const command = ["/usr/bin/stint-server", "org", "create", "--name", "Mill", "--owner-email", "a@example.com"];
      const printed = await run("runc", ["exec", id, ...command, "--json"]);
      return (JSON.parse(printed) as { apiKey: string }).apiKey;
    },
  };
}

async function end(child: ChildProcess, id: string): Promise<void> {
  if (child.exitCode === null) await run("runc", ["kill", id, "KILL"]).catch(() => undefined);
  await run("runc", ["delete", "--force", id]).catch(() => undefined);
}

/** Removes every privilege that the service does not need. */
async function restrict(path: string, { data, port, uid }: { data: string; port: number; uid: number }): Promise<void> {
  const bundle = JSON.parse(await readFile(path, "utf8")) as Bundle;
  const { process, mounts, linux } = bundle;
  process.terminal = false;
  process.user = { uid, gid: uid };
  for (const set of Object.keys(process.capabilities)) process.capabilities[set] = [];
  process.env = [...process.env.filter((each) => !/^(HOST|PORT)=/.test(each)), "HOST=127.0.0.1", `PORT=${port}`];
  bundle.root.readonly = true;
  linux.namespaces = linux.namespaces.filter(({ type }) => type !== "network");
  bundle.mounts = [
    // Leave out cgroup, because a nested container may not be allowed to mount it.
    ...mounts.filter(({ destination }) => destination !== "/data" && destination !== "/sys/fs/cgroup"),
    { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=1777", "size=64m"] },
    { destination: "/data", type: "bind", source: data, options: ["rbind", "rw"] },
  ];
  await writeFile(path, JSON.stringify(bundle));
}
