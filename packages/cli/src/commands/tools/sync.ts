import type { Flags } from "#src/application/commands.ts";
import { type Context, folderOf, note, print, profileOf } from "#src/context/context.ts";
import { oneLine } from "#src/context/printable.ts";
import { plural } from "@stint/grammar/plural.ts";
import { rebuildMirror, sync } from "#src/sync/sync.ts";

/** The longest time that a timer can wait for. */
const neverMs = 2 ** 31 - 1;

export async function syncNow(this: Context, { quiet, rebuild, dryRun }: Flags<"sync">): Promise<void> {
  if (dryRun) return showQueue(this);
  if (rebuild) {
    // Before a folder is created for a profile that does not exist.
    profileOf(this);
    await rebuildMirror(folderOf(this));
  }
  const isShown = !quiet && this.process.stderr.isTTY;
  let shown = 0;
  const context = quiet ? { ...this, slowMs: neverMs } : this;
  const { sent, held, pulled } = await sync(context, (entries) => {
    if (isShown && entries % 1000 === 0) this.process.stderr.write(`\r${(shown = entries)} entries`);
  });
  if (shown > 0) this.process.stderr.write("\r");
  if (!quiet) print(this, `${plural(sent, "write")} sent, ${plural(pulled, "entry", "entries")} updated.`);
  if (held > 0 && !quiet) note(this, `${plural(held, "write")} could not be made. Resolve with: stint conflicts`);
  if (held > 0) this.end.code = 4;
}

async function showQueue(context: Context): Promise<void> {
  const { describeWrite } = await import("#src/shown/describe-write.ts");
  const { openData } = await import("#src/action/open-data.ts");
  using store = await openData(context);
  const { waiting } = store.view;
  print(context, `Would send ${plural(waiting.length, "write")}.`);
  for (const { write } of waiting) print(context, `  ${oneLine(describeWrite(store, write))}`);
}
