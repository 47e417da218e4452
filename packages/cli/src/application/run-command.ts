import { canAsk, type Context, folderOf, note, profileNameOf } from "#src/context/context.ts";
import { Unclear } from "#src/failure/failure.ts";
import { checkFields } from "#src/output/json.ts";
import { dayAndClock } from "#src/output/words.ts";
import { mayHaveBeenAway } from "#src/idle/watch.ts";
import { listProfiles, usualName } from "#src/profile/profile.ts";
import { readSyncFailure } from "#src/store/sync-failure.ts";
import type { Command } from "./commands.ts";

/**
 * Loads a command, and returns it so that it explains its failures to users. Stricli alone would print a stack trace
 * and exit with 1. Commands that track time first ask, on a terminal, about periods in which the user was away while
 * the timer ran; `stop` does not run if the answer has already stopped the timer. At the end, they report a sync failure,
 * if any: they work without the server, so the user would not notice it.
 */
export async function runCommand({ load, tracks, options }: Command) {
  const run = await load();
  return async function (this: Context, flags: { json?: string; dryRun?: boolean }, ...args: string[]): Promise<void> {
    try {
      const { fields } = options["json"] ?? {};
      if (fields !== undefined) checkFields(flags.json, fields);
      if (tracks !== undefined) noteReplacedProfile(this);
      const isAsked = tracks !== undefined && flags.json === undefined && flags.dryRun !== true;
      if (isAsked && (await hasStoppedAway(this)) && tracks === "stop") return;
      await settled(this, async () => run.call(this, flags as never, ...(args as never[])));
      if (tracks !== undefined) await noteSyncFailure(this);
    } catch (error) {
      const { writeFailure } = await import("./write-failure.ts");
      this.end.code = await writeFailure(this, error);
    }
  };
}

/** Runs the command again after each question about an unclear name. Until then, a command has changed nothing. */
async function settled(context: Context, run: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Unclear) || !canAsk(context)) throw error;
      const { choose } = await import("#src/action/confirm.ts");
      context.chosen.add(await choose(context, error));
    }
}

async function hasStoppedAway(context: Context): Promise<boolean> {
  // Check the files first: finding out whether someone can be asked takes some milliseconds.
  if (!mayHaveBeenAway(folderOf(context), context.now()) || !canAsk(context)) return false;
  const { askAboutAway } = await import("#src/idle/ask-about-away.ts");
  return askAboutAway(context);
}

/** Says that variables that are set for the SDK replace the stored profile, whose data the user may miss. */
function noteReplacedProfile(context: Context): void {
  if (!profileNameOf(context).startsWith("env-") || !listProfiles(context.process.env).includes(usualName)) return;
  note(context, "STINT_URL and STINT_API_KEY replace your profile. To use it, unset them or add --profile default.");
}

async function noteSyncFailure(context: Context): Promise<void> {
  const failure = readSyncFailure(folderOf(context));
  if (failure === undefined) return;
  const { openStore } = await import("#src/store/store.ts");
  using store = openStore(context);
  note(context, `Nothing was sent or received since ${dayAndClock(failure.sinceMs, store.zone)}: ${failure.reason}`);
}
