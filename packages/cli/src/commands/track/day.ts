import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { act } from "#src/action/act.ts";
import { confirm } from "#src/action/confirm.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, print, note } from "#src/context/context.ts";
import { Failure, wrongInput } from "#src/failure/failure.ts";
import { styleOf } from "#src/output/style.ts";
import { dayName } from "#src/output/words.ts";
import { entryLine } from "#src/shown/entry-line.ts";
import type { Action } from "#src/store/queue.ts";
import type { Store } from "#src/store/store.ts";
import { deleteOf, entriesOfDays, fieldsOf, updateOf } from "#src/store/view.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { type DayChanges, readDayText, writeDay } from "#src/typed/day-text.ts";
import { readTypedDay } from "#src/typed/instants.ts";
import { placeTyped } from "#src/typed/place-typed.ts";

/** Opens a day's entries in the user's editor, then previews and applies the changes. */
export async function day(this: Context, flags: Flags<"day">, ...words: string[]): Promise<void> {
  using store = await openData(this);
  const date = words.length === 0 ? store.today : readTypedDay(words.join(" "), store.today);
  const entries = entriesOfDays(store, { from: date, to: date });
  const text = writeDay(store, date, entries);
  if (flags.print) return print(this, text);
  const folder = mkdtempSync(join(tmpdir(), "stint-day-"));
  const file = join(folder, `${date}.stint`);
  writeFileSync(file, text, { mode: 0o600 });
  runEditor(this, file);
  try {
    const changes = readDayText(store, date, entries, readFileSync(file, "utf8"));
    const action = toAction(store, date, changes);
    if (action.writes.length === 0 && flags.json === undefined) print(this, "Nothing was changed.");
    else {
      (flags.json === undefined ? print : note)(this, showDifference(this, store, changes, action));
      if (!flags.dryRun) await confirm(this, "Apply this?", flags.yes);
      await act(this, store, action, flags);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const kept = `Your text is kept in ${file}`;
    throw new Failure(error.code, error.message, error.next === undefined ? kept : `${error.next} ${kept}`);
  }
  rmSync(folder, { recursive: true });
}

function runEditor({ process: { env } }: Context, file: string): void {
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  // Run the editor through a shell, because `$EDITOR` may contain options, such as "code --wait".
  const { status, error } = spawnSync("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
  if (error !== undefined || status !== 0)
    throw wrongInput(`The editor (${editor}) failed, so nothing was changed.`, "Set EDITOR to another one.");
}

function toAction(store: Store, date: string, { added, changed, removed }: DayChanges): Action {
  const left = new Set([...changed.map(({ entry }) => entry), ...removed].map(({ id }) => id));
  const entries = placeTyped(store, added, { without: left });
  const counts = [
    added.length > 0 && `${added.length} added`,
    changed.length > 0 && `${changed.length} changed`,
    removed.length > 0 && `${removed.length} deleted`,
  ].filter((part) => part !== false);
  return {
    label: `${dayName(date)}: ${counts.join(", ")}.`,
    writes: [
      ...removed.map(deleteOf),
      ...changed.map(({ entry, wanted }) => updateOf(entry, wanted)),
      ...(entries.length === 0 ? [] : [{ kind: "create" as const, entries }]),
    ],
  };
}

function showDifference(context: Context, store: Store, { changed, removed }: DayChanges, { writes }: Action): string {
  const { red, green } = styleOf(context);
  const before = (entry: EntryFields) => red(`- ${entryLine(store, entry)}`);
  const after = (entry: EntryFields) => green(`+ ${entryLine(store, entry)}`);
  const created = writes.flatMap((write) => (write.kind === "create" ? write.entries : []));
  const lines = [
    ...removed.map((entry) => before(fieldsOf(entry))),
    ...changed.flatMap(({ entry, wanted }) => [before(fieldsOf(entry)), after(wanted)]),
    ...created.map(after),
  ];
  return lines.join("\n");
}
