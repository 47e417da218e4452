import { type Context, folderOf, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { forgetAway, readIdleMinutes, writeIdleMinutes } from "#src/idle/watch.ts";
import { plural } from "@stint/grammar/plural.ts";
import { askAboutAway } from "#src/idle/ask-about-away.ts";
import type { Flags } from "#src/application/commands.ts";

/**
 * Shows or sets the number of minutes without input after which stint asks about an absence. `--ask` asks now; shell
 * prompts use it.
 */
export async function idle(this: Context, { ask, dryRun }: Flags<"idle">, given?: string): Promise<void> {
  if (ask) return void (await askAboutAway(this));
  profileOf(this);
  const folder = folderOf(this);
  const minutes = given === undefined ? readIdleMinutes(folder) : readMinutes(given);
  if (given !== undefined && !dryRun) {
    writeIdleMinutes(folder, minutes);
    // End the watcher, because it still uses the previous limit. The next command on a terminal starts another one.
    forgetAway(folder, { isOver: true });
  }
  const what =
    minutes === 0 ? "Time away is not tracked." : `Asks about time away of ${plural(minutes, "minute")} or more.`;
  print(this, given !== undefined && dryRun ? `Would set: ${what}` : what);
}

function readMinutes(text: string): number {
  if (text === "off") return 0;
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (minutes === 0)
    throw wrongInput(`"${text}" is not a number of minutes.`, "Type stint idle 10, or stint idle off.");
  return minutes;
}
