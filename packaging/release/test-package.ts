import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { run } from "./run.ts";
import { freePorts } from "#packaging/start-program.ts";
import { untilReady } from "./test-service.ts";

/** Creates a small Debian 12 in a folder and installs the package. Its commands see only their own processes. */
export async function installPackage(t: TestContext, temp: string, archive: string) {
  const folder = await mkdtemp(join(temp, "debian-"));
  const root = join(folder, "root");
  t.after(() => rm(folder, { recursive: true, force: true }));
  const needed = ["systemd-standalone-sysusers", "libatomic1", "libstdc++6", "debconf"];
  await run("mmdebstrap", ["--variant=minbase", `--include=${needed.join(",")}`, "bookworm", root]);
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const inside = ["--mount", "--pid", "--fork", "--kill-child", `--mount-proc=${join(root, "proc")}`, "chroot", root];
  const chroot = (command: string[]) => run("unshare", [...inside, ...command]);
  const dpkg = (args: string[]) => chroot(["env", "DEBIAN_FRONTEND=noninteractive", "dpkg", ...args]);

  async function install(path: string): Promise<string> {
    await copyFile(path, join(root, "stint.deb"));
    const printed = await dpkg(["--install", "--force-confold", "/stint.deb"]);
    await rm(join(root, "stint.deb"));
    return printed;
  }

  let service = "";

  const printed = await install(archive);
  const settings = join(root, "etc/stint/stint.env");
  await appendFile(settings, `\nPORT=${port}\n`);
  return {
    /** The output of the first installation. */
    printed,
    dpkg,
    async serve() {
      // Runs the command of the unit as systemd would. These folders are the unit's StateDirectory and CacheDirectory.
      await chroot(["install", "-d", "-o", "stint", "-g", "stint", "/var/lib/stint", "/var/cache/stint"]);
      const child = spawn("unshare", [...inside, "/usr/bin/stint-server", "serve"], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (data: Buffer) => (output += data.toString()));
      t.after(() => child.kill("SIGKILL"));
      await untilReady(url, () => (child.exitCode === null ? undefined : output));
      [service = ""] = (await run("pgrep", ["-P", String(child.pid)])).trim().split("\n");
      return {
        url,
        async stop() {
          const closed = once(child, "close");
          process.kill(Number(service), "SIGTERM");
          await closed;
        },
      };
    },
    async createOrganization(): Promise<string> {
      const command = ["stint-server", "org", "create", "--name", "Mill", "--owner-email", "a@example.com", "--json"];
      // Run the command in the service's namespaces, because on a real system both can see each other's processes.
      const beside = ["--target", service, "--mount", "--pid", "chroot", root];
      return (JSON.parse(await run("nsenter", [...beside, ...command])) as { apiKey: string }).apiKey;
    },
    /** Logs in and reads entries with the package's `stint`, as a user without privileges. */
    async trackWithTerminal(server: string, key: string): Promise<void> {
      const script = `echo "$2" | stint login --server "$1" && stint list yesterday --fresh >/dev/null && stint --version`;
      const env = ["env", "HOME=/tmp/someone", "STINT_SYNC=off"];
      await chroot(["install", "-d", "-m", "1777", "/tmp"]);
      await chroot(["setpriv", "--reuid=65534", "--clear-groups", ...env, "sh", "-c", script, "sh", server, key]);
    },
    /** Installs the same package with a higher version number. */
    async upgrade(): Promise<void> {
      const parts = join(folder, "parts");
      await run("dpkg-deb", ["--raw-extract", archive, parts]);
      const control = join(parts, "DEBIAN/control");
      await writeFile(control, (await readFile(control, "utf8")).replace(/^Version: .*$/m, "Version: 99.0.0"));
      const next = join(folder, "next.deb");
      await run("dpkg-deb", ["-Zgzip", "-z1", "--build", parts, next]);
      await install(next);
      await rm(parts, { recursive: true });
    },
    reinstall: () => install(archive),
    async answer(question: string, value: string): Promise<void> {
      await mkdir(join(root, "tmp"), { recursive: true });
      await writeFile(join(root, "tmp/answer"), `stint ${question} boolean ${value}\n`);
      await chroot(["debconf-set-selections", "/tmp/answer"]);
    },
    has: async (path: string) => (await stat(join(root, path)).catch(() => undefined)) !== undefined,
  };
}
