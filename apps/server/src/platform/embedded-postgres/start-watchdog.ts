import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import type { DataFolder } from "./data-folder/prepare-data-folder.ts";
import { lockNewServer } from "./lock-server.ts";
import { cleanEnvironment, nameUser } from "./data-folder/server-user.ts";

export interface WatchdogEnd {
  status: number;
  output: string;
}

/** Starts the watchdog, which creates the database if necessary and runs the server. */
export async function startWatchdog(
  folder: DataFolder,
  native: string,
  { ephemeral = false, onWait }: { ephemeral?: boolean; onWait?: () => void },
) {
  const script = await readFile(new URL("watchdog.sh", import.meta.url), "utf8");
  // PostgreSQL parses this setting as a list, so a comma or a quote in the path needs quoting.
  const socketSetting = `"${folder.socketDir.replaceAll('"', '""')}"`;
  const places = [`${native}/bin`, folder.pgData, folder.runDir, folder.socketDir, socketSetting];
  const args = ["-c", script, "stint-postgres", ...places, ephemeral ? "1" : ""];
  const env = { ...cleanEnvironment, ...(existsSync(folder.pgData) ? {} : await nameUser(folder.runDir)) };

  let end: WatchdogEnd | undefined;
  const hold = await lockNewServer(folder.runDir, (readEnd) => {
    // Detached, because Ctrl-C signals the terminal's whole process group, and the server must not stop before us.
    const child = spawn("/bin/sh", args, {
      ...folder.user.credentials,
      cwd: "/",
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", readEnd],
    });
    let output = "";
    for (const stream of [child.stdout as Socket, child.stderr as Socket]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      stream.unref();
    }
    child.once("close", (status) => (end = { status: status ?? 1, output }));
    child.once("error", (error) => (end = { status: 127, output: String(error) }));
    // Lets our process exit while the server runs: the watchdog then stops it.
    child.unref();
    onWait?.();
  });
  return {
    /** Undefined if the watchdog ended immediately. */
    hold,
    /** Returns how the watchdog ended; undefined while it is running. */
    end: (): WatchdogEnd | undefined => end,
  };
}
