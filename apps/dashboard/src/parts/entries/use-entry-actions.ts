import type { TimeEntry } from "@stint/sdk";
import { useMemo } from "react";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type Change, type EntryFields, type NewEntry, newLocalId } from "@stint/offline/write.ts";
import { sameFields } from "@stint/offline/fields.ts";
import { useUndoable } from "#state/undo.ts";
import { plural } from "#i18n/catalogue.ts";
import { batches } from "./batches.ts";
import { entryFieldsOf, splitAt } from "./entry-edits.ts";
import { useTimerActions } from "./use-timer-actions.ts";

export type EntryActions = ReturnType<typeof useEntryActions>;

/** The actions on entries, for all screens. Every action can be undone as one step. */
export function useEntryActions() {
  const { run } = useUndoable();
  const timer = useTimerActions();
  const text = useText();
  const { language } = useSettings();
  return useMemo(() => {
    const { entries: words } = text;
    const create = (fields: EntryFields & Pick<NewEntry, "source">, label = words.created): string => {
      const localId = newLocalId();
      run({ kind: "create", entries: [{ ...fields, localId }] }, label);
      return localId;
    };
    return {
      change(entry: TimeEntry, set: Partial<EntryFields>, label = words.changed): void {
        if (!sameFields(entry, set)) run({ kind: "update", changes: [changeOf(entry, set)] }, label);
      },
      /** Changes only the entries whose fields differ from those that `setOf` returns. */
      changeAll(entries: readonly TimeEntry[], setOf: (entry: TimeEntry) => Partial<EntryFields>): void {
        const changes = entries
          .map((entry) => changeOf(entry, setOf(entry)))
          .filter(({ seen, set }) => !sameFields(seen, set));
        const writes = batches(changes).map((part) => ({ kind: "update", changes: part }) as const);
        if (writes.length > 0) run(writes, plural(language, changes.length, words.changedMany));
      },
      remove(entries: readonly TimeEntry[]): void {
        const writes = batches(entries).map((part) => ({ kind: "delete", ids: part.map(({ id }) => id) }) as const);
        if (writes.length > 0) run(writes, plural(language, entries.length, words.deletedMany));
      },
      create,
      duplicate: (entry: TimeEntry): string => create(entryFieldsOf(entry), words.duplicated),
      split(entry: TimeEntry, at: number): void {
        const [first, second] = splitAt(entry, at);
        run(
          [
            { kind: "update", changes: [changeOf(entry, first)] },
            { kind: "create", entries: [{ ...entryFieldsOf(entry), ...second, localId: newLocalId() }] },
          ],
          words.splitDone,
        );
      },
      continueEntry: (entry: TimeEntry): void => timer.start(entry),
      stopTimerAt: (at: number): void => timer.stop(at),
    };
  }, [run, timer, text, language]);
}

function changeOf(entry: TimeEntry, set: Partial<EntryFields>): Change {
  const seen = Object.fromEntries(
    Object.keys(set).map((name) => [name, entry[name as keyof EntryFields]]),
  ) as Partial<EntryFields>;
  return { id: entry.id, set, seen };
}
