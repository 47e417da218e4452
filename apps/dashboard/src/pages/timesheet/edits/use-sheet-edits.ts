import type { TimeEntry } from "@stint/sdk";
import { useMemo, useState } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useLockedBefore, useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type EntryFields, type NewEntry, newLocalId } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { batches } from "#parts/entries/batches.ts";
import { plural } from "#i18n/catalogue.ts";
import type { Day } from "#time/group-by-day.ts";
import { type CellEdit, cellToWrites } from "./cell-to-writes.ts";
import { copyWeek } from "./copy-week.ts";
import { type RowPlace, rowKey, type SheetCell } from "#time/sheet.ts";
import type { useAddedRows } from "#pages/timesheet/sheet/use-added-rows.ts";
import { useEditWords } from "./use-edit-words.ts";
import type { SheetNames } from "#parts/timesheets/use-sheet-names.ts";

export type SheetEdits = ReturnType<typeof useSheetEdits>;

/** Sets cells and copies weeks, each as one undoable step, and explains why cells stay unchanged. */
export function useSheetEdits(names: SheetNames, added: ReturnType<typeof useAddedRows>, findDay: (ms: number) => Day) {
  const words = useEditWords(names, findDay);
  const timesheet = useSheetGridWords();
  const { zone, language } = useSettings();
  const canWrite = useMe().scopes.includes("time-entries:write");
  const lockedBefore = useLockedBefore();
  const { entries } = useTrackingView();
  const { run } = useUndoable();
  const [problem, setProblem] = useState<string>();
  const writesOf = (edits: readonly CellEdit[]) =>
    cellToWrites(edits, entries, { zone, lockedBefore, newId: newLocalId });

  const rules = useEditRules(names);
  return {
    ...rules,
    problem,
    setProblem,
    canWrite,

    set(edits: readonly CellEdit[]): void {
      const { writes, refused } = writesOf(edits);
      setProblem(words.explain(refused));
      if (writes.length === 0) return;
      const done = edits.filter((edit) => !refused.some((each) => each.edit === edit));
      // Adds the rows, so an emptied row stays and keeps the active cell.
      added.add(done);
      run(writes, words.labelOf(done));
    },

    /** Describes what setting a cell will do. */
    effectOf: (edit: CellEdit): string => words.effectOf(writesOf([edit]), entries),

    addRow(row: RowPlace): void {
      added.add([row]);
    },

    removeRow(row: RowPlace): void {
      added.remove([row]);
    },

    copyRows(last: readonly TimeEntry[], shown: readonly RowPlace[]): void {
      const known = new Set(shown.map(rowKey));
      const fresh = [...new Map(last.map((entry) => [rowKey(entry), entry])).values()].filter(
        (entry) => !known.has(rowKey(entry)) && names.isOpen(entry),
      );
      if (fresh.length === 0) return setProblem(timesheet.nothingToCopy);
      setProblem(undefined);
      added.add(fresh);
      run([], plural(language, fresh.length, timesheet.rowsCopied), () => added.remove(fresh));
    },

    copyTime(last: readonly TimeEntry[], present: readonly TimeEntry[]): void {
      const made = copyWeek(last, present, { zone, lockedBefore, findDay, isOpen: names.isOpen });
      if (made.length === 0) return setProblem(timesheet.nothingToCopy);
      setProblem(undefined);
      const writes = batches(made).map((part) => ({ kind: "create", entries: part.map(asNew) }) as const);
      run(writes, plural(language, made.length, timesheet.entriesCopied));
    },
  };
}

/** Which cells can be edited. The functions stay the same until a rule changes. */
function useEditRules(names: SheetNames) {
  const canWrite = useMe().scopes.includes("time-entries:write");
  const lockedBefore = useLockedBefore();
  return useMemo(
    () => ({
      /** Until the projects and tasks have loaded, the server decides whether an empty cell may be filled. */
      canEdit(row: RowPlace, { entries: own, day }: SheetCell): boolean {
        if (!canWrite || own.length > 0) return canWrite && own.some(({ locked }) => !locked);
        return (!names.isLoaded || names.isOpen(row)) && lockedBefore < day.to;
      },

      /** Whether all of the cell's entries are locked. In an empty cell, whether its day is before the lock date. */
      isLocked: ({ entries: own, day }: SheetCell): boolean =>
        own.length > 0 ? own.every(({ locked }) => locked) : day.to <= lockedBefore,
    }),
    [canWrite, names, lockedBefore],
  );
}

function asNew(fields: EntryFields): NewEntry {
  return { ...fields, source: "timesheet", localId: newLocalId() };
}
