import { type Context, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Flags } from "#src/application/commands.ts";
import { hasBrowser, openBrowser } from "./browser.ts";

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
