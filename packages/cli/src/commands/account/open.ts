import { type Context, note, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Flags } from "#src/application/commands.ts";
import { startDetached } from "#src/context/start-detached.ts";

/** The first part of the addresses of the dashboard's pages. */
export const pages = (
  "time calendar timesheet timesheets projects clients tags rates reports billing team approvals settings notices " +
  "profile help blog"
).split(" ");

/** Opens the dashboard in the browser. With `--print` or if no browser would open, prints the URL instead. */
export function open(this: Context, flags: Flags<"open">, address = "time"): void {
  const [, page] = /^([a-z]+)(?:\/[\w-]+)*$/.exec(address) ?? [];
  if (page === undefined || !pages.includes(page))
    throw wrongInput(`The dashboard has no page "${address}".`, `Its pages: ${pages.join(", ")}`);
  const url = `${profileOf(this).server}/${address}`;
  if (flags.print || !hasBrowser(this)) print(this, url);
  else openBrowser(this, url);
}

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
  startDetached(context, opener, [url], () => note(context, `${opener} can't be run. Open ${url}`));
}
