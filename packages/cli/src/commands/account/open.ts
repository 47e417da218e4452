import { type Context, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Flags } from "#src/application/commands.ts";
import { hasBrowser, openBrowser } from "./browser.ts";

export const screens = ["time", "calendar", "timesheet", "timesheets", "projects", "reports", "settings"];

/** Opens the dashboard in the browser. With `--print` or if no browser would open, prints the URL instead. */
export function open(this: Context, flags: Flags<"open">, screen = "time"): void {
  if (!/^[a-z][a-z0-9/_-]*$/i.test(screen))
    throw wrongInput(`"${screen}" is not a screen.`, `For example: ${screens.join(", ")}`);
  const url = `${profileOf(this).server}/${screen}`;
  if (flags.print || !hasBrowser(this)) print(this, url);
  else openBrowser(this, url);
}
