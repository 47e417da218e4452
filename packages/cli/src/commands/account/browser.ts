import { type Context, note } from "#src/context/context.ts";
import { startDetached } from "#src/context/start-detached.ts";

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
