import { existsSync, readdirSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem, type } from "node:os";
import { delimiter, join } from "node:path";

/** Finds a program in PATH or in Debian's PostgreSQL folders, newest first. */
export function findProgram(name: string): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export function machineFacts(): string {
  const [load = 0] = loadavg();
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}`,
    `Node ${process.version}, load average ${load.toFixed(2)}`,
    `HTTP load by ${findProgram("wrk") ?? "our own generator (apt-get install -y wrk for a lighter one)"}`,
  ].join("; ");
}
