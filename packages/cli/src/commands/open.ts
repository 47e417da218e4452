import { spawn } from "node:child_process";
import { type Context, note, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";

export interface OpenFlags {
  print: boolean;
}

const screens = ["time", "calendar", "timesheet", "timesheets", "projects", "reports", "settings"];

/** Opens the dashboard in the browser; prints the address where there is none. */
export function open(this: Context, flags: OpenFlags, screen = "time"): void {
  if (!/^[a-z][a-z0-9/_-]*$/i.test(screen))
    throw wrongInput(`"${screen}" is not a screen.`, `For example: ${screens.join(", ")}`);
  const url = `${profileOf(this).server}/${screen}`;
  const { platform, env } = this.process;
  const hasBrowser = platform === "darwin" || Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"] ?? env["BROWSER"]);
  if (flags.print || !hasBrowser) {
    print(this, url);
    return;
  }
  const opener = env["BROWSER"] || (platform === "darwin" ? "open" : "xdg-open");
  const child = spawn(opener, [url], { detached: true, stdio: "ignore" });
  child.on("error", () => note(this, `${opener} can't be run. Open ${url}`));
  child.unref();
}
