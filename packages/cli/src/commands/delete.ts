import type { Context } from "#src/context/context.ts";
import { deleteOf, fieldsOf } from "#src/store/view.ts";
import { namesById } from "#src/typed/names.ts";
import { act, type WriteFlags } from "./act.ts";
import { openData } from "./open-fresh.ts";
import { confirm } from "./confirm.ts";
import { findEntry } from "./edit.ts";
import { entryLine } from "./log.ts";

export interface DeleteFlags extends WriteFlags {
  yes: boolean;
}

export async function remove(this: Context, flags: DeleteFlags, ...refs: string[]): Promise<void> {
  using store = await openData(this);
  const names = namesById(store.names());
  const entries = [...new Map(refs.map((ref) => findEntry(store, ref)).map((entry) => [entry.id, entry])).values()];
  const lines = entries.map((entry) => entryLine(fieldsOf(entry), names, store.zone)).join("\n");
  if (!flags.dryRun) await confirm(this, `Delete this?\n${lines}`, flags.yes);
  await act(this, store, { label: `Deleted ${lines}`, writes: entries.map(deleteOf) }, flags);
}
