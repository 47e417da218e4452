import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { entryFieldsOf, timesOf } from "#parts/entries/entry-edits.ts";
import { useEntryActions } from "#parts/entries/use-entry-actions.ts";
import { useText } from "#i18n/text.ts";
import { sameFields } from "@stint/offline/fields.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";
import { type Block, spanOf } from "./block.ts";
import type { Span } from "./pieces.ts";
import { useNewFields } from "./use-new-fields.ts";
import { useSaySpan } from "./use-say-span.ts";

/** Creates, changes and removes entries, on the grid and in the dialog, and moves the focus to them. */
export function useBlockEdits(show: (ms: number) => void) {
  const { time } = useText();
  const calendar = useCalendarWords();
  const newFields = useNewFields();
  const actions = useEntryActions();
  const { run, fail } = useUndoable();
  const saySpan = useSaySpan();
  const [focus, setFocus] = useState<{ key: string }>();
  const [edited, setEdited] = useState<{ key: string; of: TimeEntry | EntryFields }>();
  // A new entry keeps its local id as its key, so it keeps the focus when the server assigns its id.
  const [made, setMade] = useState<readonly string[]>([]);
  const nameOf = ({ description }: { description: string }) => (description === "" ? time.noDescription : description);

  function add(fields: EntryFields, label: string): string {
    const localId = actions.create({ ...fields, source: "calendar" }, label);
    setMade((before) => [...before, localId]);
    show(Date.parse(fields.startedAt));
    return localId;
  }

  /** Turns an event into an entry. If no project is known, opens the dialog instead, where the person chooses one. */
  async function accept({ span, description }: Block): Promise<void> {
    const fields = await newFields(span, description);
    if (fields.projectId === "") return setEdited({ key: "slot", of: fields });
    const taskId = await taskOfChoice(fields).catch(fail);
    if (taskId !== undefined)
      setFocus({ key: add({ ...fields, taskId }, calendar.made(nameOf(fields), saySpan(span))) });
  }

  /** Returns the key of the copy. */
  function copy(entry: TimeEntry, span: Span = spanOf(entry)): string {
    const fields = { ...entryFieldsOf(entry), startedAt: new Date(span.start).toISOString() };
    return add(fields, calendar.copied(nameOf(entry), saySpan(span)));
  }

  function close(focused: string): void {
    setFocus({ key: focused });
    setEdited(undefined);
  }

  return {
    focus,
    setFocus,
    /** The entry in the dialog, or the values of a new one; undefined while the dialog is closed. */
    edited,
    made,
    close,

    /** Opens the dialog for a new entry. */
    async make(span: Span): Promise<void> {
      setEdited({ key: "slot", of: await newFields(span) });
    },

    open(block: Block): void {
      const { entry, key } = block;
      if (entry !== undefined) setEdited({ key, of: entry });
      else if (block.kind === "event") void accept(block);
    },

    change({ entry, key }: Block, span: Span, kind: "move" | "resize"): void {
      if (entry === undefined) return;
      const label = kind === "move" ? calendar.moved : calendar.resized;
      setFocus({ key });
      const set = changesOf(entry, { ...entryFieldsOf(entry), ...timesOf(span.start, span.end) });
      actions.change(entry, set, label(nameOf(entry), saySpan(span)));
    },

    /** Saves the dialog's fields. Returns the entry's key. */
    save(fields: EntryFields): string {
      const span = spanOfFields(fields);
      if (edited === undefined || !("id" in edited.of))
        return add(fields, calendar.made(nameOf(fields), saySpan(span)));
      actions.change(edited.of, changesOf(edited.of, fields));
      show(span.start);
      return edited.key;
    },

    remove(entry: TimeEntry): void {
      run({ kind: "delete", ids: [entry.id] }, calendar.deleted(nameOf(entry)));
    },

    copy,

    /** Copies the entry of a block, and focuses the copy. */
    copyBlock({ entry }: Block, span?: Span): void {
      if (entry !== undefined) setFocus({ key: copy(entry, span) });
    },

    continueEntry: actions.continueEntry,
  };
}

function spanOfFields({ startedAt, durationSeconds }: EntryFields): Span {
  const start = Date.parse(startedAt);
  return { start, end: start + durationSeconds * 1000 };
}

/** The fields that differ from the entry's. */
function changesOf(entry: TimeEntry, fields: EntryFields): Partial<EntryFields> {
  const changed = Object.entries(fields).filter(([name, value]) => !sameFields(entry, { [name]: value }));
  return Object.fromEntries(changed);
}
