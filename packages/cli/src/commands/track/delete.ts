import { act } from "#src/action/act.ts";
import { confirm } from "#src/action/confirm.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { entryLine } from "#src/shown/entry-line.ts";
import { deleteOf, fieldsOf } from "#src/store/view.ts";
import { findEntry } from "#src/typed/find-entry.ts";

export async function deleteEntries(this: Context, flags: Flags<"delete">, ...refs: string[]): Promise<void> {
  using store = await openData(this);
  const entries = [...new Map(refs.map((ref) => findEntry(store, ref)).map((entry) => [entry.id, entry])).values()];
  const lines = entries.map((entry) => entryLine(store, fieldsOf(entry))).join("\n");
  if (!flags.dryRun) await confirm(this, `Delete this?\n${lines}`, flags.yes);
  await act(this, store, { label: `Deleted ${lines}`, writes: entries.map(deleteOf) }, flags);
}
