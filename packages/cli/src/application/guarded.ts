import { canAsk, type Context, folderOf, note } from "#src/context/context.ts";
import { mayHaveBeenAway } from "#src/idle/watch.ts";
import { readSyncFailure } from "#src/store/sync-failure.ts";

type Run<Flags, Args extends readonly unknown[]> = (this: Context, flags: Flags, ...args: Args) => void | Promise<void>;

/**
 * Wraps a command so that it explains its failures to users. Stricli alone would print a stack trace and exit with 1.
 */
export function guarded<Flags, Args extends readonly unknown[]>(
  load: () => Promise<Run<Flags, Args>>,
): () => Promise<Run<Flags, Args>> {
  return async () => {
    const run = await load();
    return async function (this: Context, flags: Flags, ...args: Args) {
      try {
        await run.call(this, flags, ...args);
      } catch (error) {
        const { writeFailure } = await import("./write-failure.ts");
        this.end.code = await writeFailure(this, error);
      }
    };
  };
}

/**
 * Like `guarded`, for commands that read or change the user's entries. On a terminal, first asks about periods in which
 * the user was away while the timer ran. With `isStop`, does not run the command if the answer has already stopped the
 * timer. At the end, reports a sync failure, if any: these commands work without the server, so the user would not
 * notice it.
 */
export function tracked<Flags, Args extends readonly unknown[]>(
  load: () => Promise<Run<Flags, Args>>,
  { isStop = false }: { isStop?: boolean } = {},
): () => Promise<Run<Flags, Args>> {
  return guarded(async () => {
    const run = await load();
    return async function (this: Context, flags: Flags, ...args: Args) {
      const { json, dryRun } = flags as { json?: string; dryRun?: boolean };
      if (json === undefined && dryRun !== true && canAsk(this) && mayHaveBeenAway(folderOf(this), this.now())) {
        const { askAboutAway } = await import("#src/commands/away.ts");
        if ((await askAboutAway(this)) && isStop) return;
      }
      await run.call(this, flags, ...args);
      noteSyncFailure(this);
    };
  });
}

function noteSyncFailure(context: Context): void {
  const failure = readSyncFailure(folderOf(context));
  if (failure === undefined) return;
  const since = new Date(failure.sinceMs).toISOString().slice(0, 16).replace("T", " ");
  note(context, `Nothing has been synced since ${since} UTC: ${failure.reason}`);
}
