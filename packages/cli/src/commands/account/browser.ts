import { spawn } from "node:child_process";
import { type Context, note } from "#src/context/context.ts";

/**
 * Whether a browser would open in front of the user. Over SSH, a browser would open on the remote machine or not at
 * all.
 */
export function hasBrowser({ process: { platform, env } }: Context): boolean {
  if (env["BROWSER"]) return true;
  if (env["SSH_CONNECTION"]) return false;
  return platform === "darwin" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

export function openBrowser(context: Context, url: string): void {
  const { platform, env } = context.process;
  const opener = env["BROWSER"] || (platform === "darwin" ? "open" : "xdg-open");
  const child = spawn(opener, [url], { detached: true, stdio: "ignore", env });
  child.on("error", () => note(context, `${opener} can't be run. Open ${url}`));
  child.unref();
}
